#include <curlew/io/case/sections/frequency/frequency_sweep.hpp>

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/messages.hpp>

namespace curlew {

using nlohmann::ordered_json;

FrequencySweepSpec read_frequency_sweep(const ordered_json &node) {
  FrequencySweepSpec sweep;
  if (!node.is_object() || !node.contains("sweep"))
    return sweep;
  sweep.is_adaptive = node["sweep"] == "adaptive";
  sweep.tolerance = node.value("tolerance", sweep.tolerance);
  sweep.max_solves = node.value("max_solves", sweep.max_solves);
  if (node.contains("outputs_at"))
    sweep.outputs_at_hz = node["outputs_at"].get<std::vector<double>>();
  return sweep;
}

ordered_json frequencies_to_json(const std::vector<double> &frequencies_hz,
                                 const FrequencySweepSpec &sweep) {
  if (!sweep.is_adaptive)
    return frequencies_to_json(frequencies_hz);
  ordered_json json = {{"start", frequencies_hz.front()}, {"stop", frequencies_hz.back()},
                       {"count", frequencies_hz.size()},  {"sweep", "adaptive"},
                       {"tolerance", sweep.tolerance},    {"max_solves", sweep.max_solves}};
  if (!sweep.outputs_at_hz.empty())
    json["outputs_at"] = sweep.outputs_at_hz;
  return json;
}

namespace {

void check_outputs_at(CheckContext &context, const ordered_json &start, const ordered_json &stop) {
  const ordered_json *list = context.find("/frequency/outputs_at");
  if (list == nullptr)
    return;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const ordered_json &at = (*list)[i];
    if (at < start || at > stop)
      context.error(child_pointer("/frequency/outputs_at", i),
                    number_text(at.get<double>()) + " Hz lies outside of the sweep, from " +
                        number_text(start.get<double>()) + " to " +
                        number_text(stop.get<double>()) + " Hz; a model of it knows nothing there");
    for (std::size_t before = 0; before < i; ++before)
      if ((*list)[before] == at)
        context.error(child_pointer("/frequency/outputs_at", i), "the frequency " +
                                                                     number_text(at.get<double>()) +
                                                                     " Hz is in the list already");
  }
}

} // namespace

void check_frequency_sweep(CheckContext &context) {
  const ordered_json *sweep = context.find("/frequency/sweep");
  if (sweep == nullptr)
    return;
  const bool is_adaptive = *sweep == "adaptive";
  for (const char *key : {"tolerance", "max_solves", "outputs_at"})
    if (!is_adaptive && context.is_given(child_pointer("/frequency", key)))
      context.error_at_key(child_pointer("/frequency", key),
                           in_quotes(key) + " is of \"sweep\": \"adaptive\"; take it out, or make "
                                            "the sweep adaptive");
  const ordered_json *start = context.find("/frequency/start"),
                     *stop = context.find("/frequency/stop");
  if (is_adaptive && start != nullptr && stop != nullptr &&
      start->get<double>() > stop->get<double>())
    context.error("/frequency/start", "an adaptive sweep goes upwards; exchange \"start\" and "
                                      "\"stop\"");
  if (is_adaptive && start != nullptr && stop != nullptr)
    check_outputs_at(context, *start, *stop);
  const ordered_json *outputs = context.find_partial("/outputs");
  if (!is_adaptive || outputs == nullptr)
    return;
  const auto wanted = outputs->find("s_parameters");
  if (wanted == outputs->end() || wanted->is_null() || *wanted == false)
    context.error("/frequency/sweep",
                  "an adaptive sweep interpolates S-parameters, and the case does not ask for "
                  "them; add \"s_parameters\": true to \"outputs\"");
}

} // namespace curlew
