#include <curlew/methods/dgtd/case/check_imposed.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/units.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/excitations/waveform_section.hpp>

#include <algorithm>

namespace curlew::dgtd {
namespace {

using nlohmann::ordered_json;

void check_direction(CheckContext &context, const std::string &pointer,
                     const std::string &profile) {
  const ordered_json *direction = context.find(pointer + "/direction");
  if (profile == "coaxial" && direction != nullptr)
    context.error(pointer + "/direction",
                  "profile \"coaxial\" points from the inner circle to the outer one and has no "
                  "\"direction\"; give a negative \"amplitude\" to turn it");
  else if (profile != "coaxial" && !context.is_given(pointer + "/direction"))
    context.error(pointer, "\"direction\" of E is missing for profile " + in_quotes(profile));
  else if (direction != nullptr &&
           std::all_of(direction->begin(), direction->end(),
                       [](const ordered_json &component) { return component == 0.0; }))
    context.error(pointer + "/direction", "\"direction\" is zero");
}

void check_unit(CheckContext &context, const std::string &pointer, const std::string &profile) {
  if (!context.is_given(pointer) || !context.given(pointer).is_string() ||
      context.find(pointer) == nullptr)
    return;
  const Dimension wanted = profile == "uniform" ? Dimension::electric_field : Dimension::voltage;
  try {
    parse_quantity(context.given(pointer).get<std::string>(), wanted);
  } catch (const InputError &error) {
    context.error(pointer, "the amplitude of profile " + in_quotes(profile) + ": " + error.what());
  }
}

} // namespace

void check_imposed(CheckContext &context) {
  const ordered_json *scheme = context.find("/discretization/scheme");
  context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &boundary) {
    if (!boundary.is_object() || boundary.value("type", ordered_json()) != "imposed-field")
      return;
    if (scheme != nullptr && *scheme == "dfdd")
      context.error(pointer, "\"imposed-field\" needs \"scheme\": \"central\" or \"upwind\"");
    const ordered_json *profile = context.find(pointer + "/profile");
    if (profile == nullptr)
      return;
    check_direction(context, pointer, profile->get<std::string>());
    check_unit(context, pointer + "/amplitude", profile->get<std::string>());
    check_waveform(context, pointer + "/waveform");
  });
}

} // namespace curlew::dgtd
