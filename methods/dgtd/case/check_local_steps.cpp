#include <curlew/methods/dgtd/case/check_local_steps.hpp>

#include <curlew/io/case/document/quote.hpp>

#include <string>

namespace curlew::dgtd {
namespace {

using nlohmann::ordered_json;

const char *const k_pointer = "/discretization/local_time_stepping";

// Checks the published local time steps. They have neither a step that is the same for all tets nor
// memory.
void check_published(CheckContext &context, const ordered_json &steps) {
  const std::string none = "the published local time steps have no ";
  if (steps.contains("ratio") && steps["ratio"].get<int>() % 2 == 0)
    context.error(std::string(k_pointer) + "/ratio",
                  "the published local time steps have odd ratios: the middles of steps meet; take "
                  "3");
  if (context.text("/discretization/losses") == "published")
    context.error("/discretization/losses", none + "\"published\" losses; take \"own-state\"");
  if (context.text("/discretization/recursion") == "two-step")
    context.error("/discretization/recursion", none + "two-step recursion; take \"summed\"");
  if (context.text("/discretization/variant") == "stored")
    context.error("/discretization/variant", none + "variant \"stored\"; take \"packed\"");
  for (const char *output : {"/outputs/far_field", "/outputs/flux"})
    if (const ordered_json *value = context.find(output);
        value != nullptr && !(value->is_array() && value->empty()))
      context.error(output, none + "one time of H in all tets, which this takes; leave it out");
  context.for_each("/outputs/probes", [&](const std::string &probe, const ordered_json &value) {
    if (value.value("field", "E") == "H")
      context.error(probe, none + "one time of H in all tets; take probes of E");
  });
  context.for_each("/excitations", [&](const std::string &excitation, const ordered_json &value) {
    if (value.value("type", "") == "initial-field")
      context.error(excitation, none + "initial fields; take a current");
  });
}

} // namespace

void check_local_steps(CheckContext &context) {
  const ordered_json *steps = context.find(k_pointer),
                     *penalty = context.find("/discretization/penalty");
  if (steps == nullptr || *steps == false)
    return;
  const std::string scheme = context.text("/discretization/scheme");
  if (scheme == "upwind") {
    context.error(k_pointer, "\"upwind\" has no local time steps; take \"central\"");
    return;
  }
  const std::string given =
      steps->is_object() && context.is_given(std::string(k_pointer) + "/scheme")
          ? steps->value("scheme", "")
          : "";
  if (scheme == "dfdd" && given == "filtered")
    context.error(std::string(k_pointer) + "/scheme",
                  "\"filtered\" steps belong to \"central\"; \"dfdd\" has the \"published\" ones");
  if (penalty != nullptr && penalty->is_number() && *penalty != 0.0)
    context.error(k_pointer, "local time steps with \"penalty\" are planned; take one of them out");
  if (scheme == "dfdd" || given == "published")
    check_published(context, *steps);
}

} // namespace curlew::dgtd
