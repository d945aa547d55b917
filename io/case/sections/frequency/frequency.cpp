#include <curlew/io/case/sections/frequency/frequency.hpp>

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/messages.hpp>
#include <curlew/io/case/sections/frequency/check_frequency_values.hpp>
#include <curlew/io/case/sections/sweep.hpp>

#include <algorithm>
#include <map>

namespace curlew {

using nlohmann::ordered_json;

namespace {

void warn_of_falling(CheckContext &context, const std::string &pointer,
                     const std::vector<double> &frequencies_hz) {
  if (!std::is_sorted(frequencies_hz.begin(), frequencies_hz.end()))
    context.warn(pointer, "the frequencies do not ascend: solves and their tables have them in "
                          "this order, fields.pvd and files of S-parameters ascending");
}

} // namespace

std::vector<double> read_frequencies(const ordered_json &node) {
  return sweep_values(node);
}

ordered_json frequencies_to_json(const std::vector<double> &frequencies_hz) {
  return sweep_to_json(frequencies_hz, SweepBy::count);
}

void check_frequencies(CheckContext &context) {
  check_frequency_values(context, "/frequency");
}

void check_frequency_values(CheckContext &context, const std::string &pointer) {
  const ordered_json *frequency = context.find_sweep(pointer, "count");
  if (frequency == nullptr)
    return;
  if (frequency->is_object() && (*frequency)["start"] == (*frequency)["stop"])
    context.error(pointer, "the sweep starts and stops at " +
                               number_text((*frequency)["start"].get<double>()) +
                               " Hz; give one frequency, or two different ones");
  warn_of_falling(context, pointer, sweep_values(*frequency));
  if (!frequency->is_array())
    return;
  std::map<double, std::size_t> first;
  for (std::size_t i = 0; i < frequency->size(); ++i)
    if (!first.emplace((*frequency)[i].get<double>(), i).second)
      context.error(child_pointer(pointer, i), "the frequency " +
                                                   number_text((*frequency)[i].get<double>()) +
                                                   " Hz is in the list already");
}

} // namespace curlew
