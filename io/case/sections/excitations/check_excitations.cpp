#include <curlew/core/error.hpp>
#include <curlew/core/units.hpp>
#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/excitations/excitations.hpp>
#include <curlew/io/case/sections/excitations/waveform_section.hpp>
#include <curlew/io/case/sections/grid/grid.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// The schema admits both units; which one is right depends on the extent of the current.
void amplitude(CheckContext &context, const std::string &pointer, const ordered_json &value) {
  const std::string at = pointer + "/amplitude";
  if (context.find(at) == nullptr || !context.is_given(at) || !context.given(at).is_string() ||
      value.contains("point") == value.contains("region"))
    return;
  try {
    parse_quantity(context.given(at).get<std::string>(), value.contains("point")
                                                             ? Dimension::current_moment
                                                             : Dimension::current_density);
  } catch (const InputError &error) {
    context.error(at, in_quotes(dotted(at)) + ": " + error.what());
  }
}

// A current of a grid.
void position_on_grid(CheckContext &context, const std::string &pointer) {
  const ordered_json *point = context.find(pointer + "/point");
  const ordered_json *low = context.find(pointer + "/region/min");
  const ordered_json *high = context.find(pointer + "/region/max");
  if (point != nullptr && context.grid && !contains(*context.grid, point->get<Vector3>()))
    context.error(pointer + "/point", "the point " + point->dump() + " lies outside of the grid, " +
                                          range_text(*context.grid));
  if (low != nullptr && high != nullptr)
    check_box(context, pointer + "/region", "the region", low->get<Vector3>(),
              high->get<Vector3>());
}

void excitation(CheckContext &context, const std::string &pointer, const ordered_json &value) {
  context.check_name(pointer, value);
  if (const ordered_json *direction = context.find(pointer + "/direction"))
    if (*direction == ordered_json::array({0, 0, 0}))
      context.error(pointer + "/direction",
                    "the direction is zero: give a vector along it, such as [0, 0, 1]");
  if (value.contains("type") && value["type"] == "initial-field") {
    check_initial_field(context, pointer);
    return;
  }
  if (value.contains("type") && value["type"] == "plane-wave") {
    check_plane_wave(context, pointer, value);
    check_waveform(context, pointer + "/waveform");
    return;
  }
  amplitude(context, pointer, value);
  check_waveform(context, pointer + "/waveform");
  position_on_grid(context, pointer);
}

} // namespace

void check_excitations(CheckContext &context) {
  context.for_each("/excitations", [&](const std::string &pointer, const ordered_json &value) {
    excitation(context, pointer, value);
  });
  context.unique_names("/excitations", "name", "the excitation");
}

} // namespace curlew
