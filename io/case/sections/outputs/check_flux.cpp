#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/messages.hpp>
#include <curlew/io/case/sections/outputs/outputs_parts.hpp>

#include <fmt/format.h>

#include <set>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr char k_plane_axes[] = "xyz";

// The two axes across one, in the order x, y, z.
std::array<int, 2> across(int axis) {
  return {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2};
}

// Given range of a flux along an axis; a plane has one coordinate across it.
struct GivenRange {
  std::string pointer; // pointer of the upper limit
  int axis = 0;
  std::optional<double> min_m, max_m;
};

std::vector<GivenRange> ranges_of(CheckContext &context, const std::string &flux) {
  std::vector<GivenRange> ranges;
  if (const ordered_json *box = context.find_with(flux + "/box", {"min", "max"})) {
    const auto min_m = (*box)["min"].get<Vector3>(), max_m = (*box)["max"].get<Vector3>();
    for (int d = 0; d < 3; ++d)
      ranges.push_back({flux + "/box/max", d, min_m[d], max_m[d]});
  }
  const ordered_json *plane = context.find_with(flux + "/plane", {"axis", "at"});
  if (plane == nullptr)
    return ranges;
  const int axis = (*plane)["axis"].get<std::string>()[0] - 'x';
  const double at_m = (*plane)["at"].get<double>();
  ranges.push_back({flux + "/plane/at", axis, at_m, at_m});
  for (int i = 0; i < 2; ++i) {
    GivenRange one{flux + "/plane", across(axis)[i], std::nullopt, std::nullopt};
    if (const ordered_json *min = context.find(flux + "/plane/min"))
      one.min_m = (*min)[i].get<double>();
    if (const ordered_json *max = context.find(flux + "/plane/max")) {
      one.max_m = (*max)[i].get<double>();
      one.pointer += "/max";
    }
    ranges.push_back(one);
  }
  return ranges;
}

// The grid along an axis without its absorbing layers.
std::array<double, 2> inner_range(const CheckContext &context, int axis) {
  const GridSpec &grid = *context.grid;
  const double layer_m = grid.layer_cells(axis) * grid.cell_m[axis];
  const auto layer = [&](int face) {
    return holds<PmlSpec>((*context.faces)[face]) ? layer_m : 0.0;
  };
  return {grid.corner_m[axis] + layer(2 * axis), far_corner(grid)[axis] - layer(2 * axis + 1)};
}

void check_range(CheckContext &context, const GivenRange &range, bool is_position) {
  if (!is_position && range.min_m && range.max_m && *range.min_m >= *range.max_m)
    return context.error(range.pointer,
                         fmt::format("along {} it reaches from {} to {} m; \"min\" comes before "
                                     "\"max\"",
                                     k_plane_axes[range.axis], number_text(*range.min_m),
                                     number_text(*range.max_m)));
  if (!context.grid || !context.faces)
    return;
  const auto [low_m, high_m] = inner_range(context, range.axis);
  const double rounding_m = 1e-6 * context.grid->cell_m[range.axis];
  for (const auto &at_m : {range.min_m, range.max_m})
    if (at_m && (*at_m < low_m - rounding_m || *at_m > high_m + rounding_m))
      return context.error(
          range.pointer,
          fmt::format("{} = {} m lies outside of the grid without its absorbing layers, which "
                      "reaches from {} to {} m",
                      k_plane_axes[range.axis], number_text(*at_m), number_text(low_m),
                      number_text(high_m)));
}

std::string name_of(const ordered_json &flux) {
  return flux.contains("name") && flux["name"].is_string() ? flux["name"].get<std::string>() : "";
}

} // namespace

void check_fluxes(CheckContext &context) {
  context.for_each("/outputs/flux", [&](const std::string &pointer, const ordered_json &value) {
    context.check_name(pointer, value);
    for (const GivenRange &range : ranges_of(context, pointer))
      check_range(context, range, range.pointer == pointer + "/plane/at");
  });
  context.unique_names("/outputs/flux", "name", "the flux");
}

void check_flux_in_time(CheckContext &context) {
  check_fluxes(context);
  std::set<std::string> names;
  context.for_each("/outputs/flux", [&](const std::string &, const ordered_json &value) {
    names.insert(name_of(value));
  });
  context.for_each("/outputs/flux", [&](const std::string &pointer, const ordered_json &value) {
    if (const std::string other = name_of(value) + "_time"; names.count(other) > 0)
      context.error(pointer + "/name", "its flux_" + other +
                                           ".csv would also be that of the flux " +
                                           in_quotes(other) + "; take another name");
  });
  const ordered_json *fluxes = context.find_partial("/outputs/flux");
  if (context.is_given("/frequency") && fluxes != nullptr && !fluxes->empty())
    check_reference_waveform(context, "/outputs/flux");
}

} // namespace curlew
