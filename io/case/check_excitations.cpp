#include <curlew/io/case/check_rooms.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/units.hpp>
#include <curlew/io/case/quote.hpp>
#include <curlew/io/case/waveform_file.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// The schema admits both units; which one is right depends on the place.
void amplitude(CheckContext &context, const std::string &pointer, const ordered_json &value) {
  const std::string place = pointer + "/amplitude";
  if (context.find(place) == nullptr || !context.is_given(place) ||
      !context.given(place).is_string() || value.contains("point") == value.contains("region"))
    return;
  try {
    parse_quantity(context.given(place).get<std::string>(), value.contains("point")
                                                                ? Dimension::current_moment
                                                                : Dimension::current_density);
  } catch (const InputError &error) {
    context.error(place, in_quotes(dotted(place)) + ": " + error.what());
  }
}

void waveform(CheckContext &context, const std::string &pointer) {
  if (const ordered_json *file = context.find(pointer + "/file")) {
    try {
      read_waveform_file(context.path_of(file->get<std::string>()));
    } catch (const InputError &error) {
      context.error(pointer + "/file", std::string("the waveform file: ") + error.what());
    }
  }
  const ordered_json *f0 = context.find(pointer + "/f0"),
                     *bandwidth = context.find(pointer + "/bandwidth");
  if (f0 != nullptr && bandwidth != nullptr && bandwidth->get<double>() > 2 * f0->get<double>())
    context.warn(pointer + "/bandwidth",
                 "the bandwidth reaches below 0 Hz: a static field may stay behind");
}

// A current of a grid.
void place_on_grid(CheckContext &context, const std::string &pointer) {
  const ordered_json *point = context.find(pointer + "/point");
  const ordered_json *low = context.find(pointer + "/region/min");
  const ordered_json *high = context.find(pointer + "/region/max");
  if (point != nullptr && context.grid && !holds(*context.grid, point->get<Vector3>()))
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
      context.error(pointer + "/direction", "the direction is zero");
  if (value.contains("type") && value["type"] == "plane-wave") {
    check_wave(context, pointer, value);
    return;
  }
  amplitude(context, pointer, value);
  waveform(context, pointer + "/waveform");
  place_on_grid(context, pointer);
}

} // namespace

void check_excitations(CheckContext &context) {
  context.for_each("/excitations", [&](const std::string &pointer, const ordered_json &value) {
    excitation(context, pointer, value);
  });
  context.unique_names("/excitations", "name", "the excitation");
}

} // namespace curlew
