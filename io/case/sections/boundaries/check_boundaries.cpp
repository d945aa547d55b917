#include <curlew/core/constants.hpp>
#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/sections/boundaries/boundary_parts.hpp>
#include <curlew/io/case/sections/grid/choose_layers.hpp>
#include <curlew/io/case/sections/sweep.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr const char *k_axes = "xyz";

// Returns the pointer to the condition of a face: its own, or that of "default".
std::string condition_of(const CheckContext &context, const std::string &face) {
  const std::string own = child_pointer("/boundaries", face);
  return (context.is_given(own) ? own : "/boundaries/default") + "/type";
}

void check_periods(CheckContext &context, const std::vector<Boundary> &faces) {
  for (int d = 0; d < 3; ++d) {
    const Boundary *one = &faces[2 * d], *other = &faces[2 * d + 1];
    if (one->condition.index() == other->condition.index())
      continue;
    if (holds<PeriodicSpec>(*other))
      std::swap(one, other);
    if (holds<PeriodicSpec>(*one))
      context.error(condition_of(context, one->group),
                    fmt::format("the face \"{}\" is periodic, but \"{}\" is {}; make both "
                                "periodic or neither",
                                one->group, other->group, type_of(*other)));
  }
}

// Returns a hint at units where cells are longer than half a wavelength in vacuum, for the end of a
// message; else empty.
std::string unit_hint(const CheckContext &context, const GridSpec &grid) {
  const ordered_json *frequency = context.find_sweep("/frequency", "count");
  const std::vector<double> all = frequency ? sweep_values(*frequency) : std::vector<double>();
  if (all.empty())
    return {};
  const double lowest_hz = *std::min_element(all.begin(), all.end()),
               wavelengths = *std::min_element(grid.cell_m.begin(), grid.cell_m.end()) * lowest_hz /
                             k_speed_of_light;
  return wavelengths <= 0.5
             ? ""
             : fmt::format(". A cell is {:.3g} wavelengths long at {:.4g} Hz: lengths without a "
                           "unit are in m",
                           wavelengths, lowest_hz);
}

void check_layers(CheckContext &context, const GridSpec &grid, const std::vector<Boundary> &faces) {
  const std::string key = grid.pml_thickness_m ? "thickness" : "cells", at = "/grid/pml/" + key;
  std::string axes;
  for (int d = 0; d < 3; ++d) {
    int layers = 0;
    for (const int side : {0, 1})
      layers += holds<PmlSpec>(faces[2 * d + side]);
    if (layers > 0 && grid.pml_thickness_m &&
        !check_whole_cells(context, at, "the absorbing layer", d, *grid.pml_thickness_m,
                           grid.cell_m[d]))
      return;
    const int taken = layers * grid.layer_cells(d);
    if (taken >= grid.cells[d])
      axes += fmt::format("{}{} of {} cells along {}", axes.empty() ? "" : ", ", taken,
                          grid.cells[d], k_axes[d]);
  }
  if (!axes.empty())
    context.error(at, "the absorbing layers take " + axes +
                          "; at least 1 must be left: make \"grid.size\" larger or \"grid.pml." +
                          key + "\" smaller, or give a face another type" +
                          unit_hint(context, grid));
}

} // namespace

void check_mesh_boundaries(CheckContext &context) {
  context.check_groups("/boundaries");
  const ordered_json *boundaries = context.find_partial("/boundaries");
  if (boundaries == nullptr || !boundaries->is_object())
    return;
  for (const auto &[group, boundary] : boundaries->items()) {
    if (!boundary.is_object() || !boundary.value("type", ordered_json()).is_string())
      continue;
    const std::string pointer = child_pointer("/boundaries", group);
    check_impedance(context, pointer, boundary);
    check_symmetry(context, pointer, group, boundary);
  }
}

void check_grid_boundaries(CheckContext &context) {
  const ordered_json *boundaries = context.find("/boundaries");
  if (boundaries == nullptr ||
      !std::all_of(boundaries->begin(), boundaries->end(),
                   [](const ordered_json &face) { return face.contains("type"); }))
    return;
  context.faces = read_grid_boundaries(*boundaries);
  check_periods(context, *context.faces);
  if (!context.grid)
    return;
  choose_layers(*context.grid, *context.faces);
  check_layers(context, *context.grid, *context.faces);
}

} // namespace curlew
