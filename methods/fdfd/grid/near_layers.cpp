#include <curlew/methods/fdfd/grid/near_layers.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/grid/align.hpp>
#include <curlew/methods/fdfd/outputs/huygens_box.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace curlew::fdfd {
namespace {

constexpr double k_of_half_extent = 1.5;
// Largest growth from one cell of a stretched layer to the next: with it the power of a dipole 12
// cells off is accurate to 2 %, at a growth of 3 not even to 10 %.
constexpr double k_most_growth = 2.2;

bool is_vacuum(const Case &input, const std::string &name) {
  const auto found = std::find_if(input.materials.begin(), input.materials.end(),
                                  [&](const Material &material) { return material.name == name; });
  if (found == input.materials.end() || found->pec)
    return false;
  const double frequency_hz = input.frequencies_hz.front();
  const auto eps = permittivity(*found, frequency_hz), mu = permeability(*found, frequency_hz);
  for (int d = 0; d < 3; ++d)
    if (eps[d] != complex(1) || mu[d] != complex(1))
      return false;
  return true;
}

// True for an object that reaches from wall to wall along two axes, each of walls that continue or
// mirror it: an infinite film has no reactive near field.
bool is_infinite_film(const Problem &problem, const ObjectSpec &object) {
  if (!std::holds_alternative<BoxObject>(object) && !std::holds_alternative<SheetObject>(object))
    return false;
  const Extent extent = extent_of(object);
  int filled = 0;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    const double slack_m = k_on_node * axis.cell_m, low_m = axis.node_m(0),
                 high_m = axis.node_m(axis.cells);
    const bool is_closed = axis.low != Wall::pml && axis.high != Wall::pml;
    const bool reaches =
        axis.is_periodic()
            ? extent.max_m[d] - extent.min_m[d] > high_m - low_m - slack_m
            : extent.min_m[d] < low_m + slack_m && extent.max_m[d] > high_m - slack_m;
    filled += is_closed && reaches ? 1 : 0;
  }
  return filled >= 2;
}

bool has_voxels(const Case &input) {
  return std::any_of(input.objects.begin(), input.objects.end(), [](const ObjectSpec &object) {
    return std::holds_alternative<VoxelObject>(object);
  });
}

// Returns the extent of the scatterer: from the case's objects, or, with voxels, whose images may
// have air all around, from every entry of the grid.
std::optional<Extent> scatterer_extent(const Case &input, const Problem &problem) {
  std::optional<Extent> all;
  if (has_voxels(input)) {
    const NodeBox box = scatterer_box(problem);
    if (box.is_empty())
      return all;
    all.emplace();
    for (int d = 0; d < 3; ++d) {
      all->min_m[d] = problem.axes[d].node_m(box.first[d]);
      all->max_m[d] = problem.axes[d].node_m(box.last[d]);
    }
    return all;
  }
  for (const ObjectSpec &object : input.objects) {
    if (std::visit([&](const auto &shape) { return is_vacuum(input, shape.material); }, object) ||
        is_infinite_film(problem, object))
      continue;
    const Extent one = extent_of(object);
    if (!all)
      all = one;
    for (int d = 0; d < 3; ++d) {
      all->min_m[d] = std::min(all->min_m[d], one.min_m[d]);
      all->max_m[d] = std::max(all->max_m[d], one.max_m[d]);
    }
  }
  return all;
}

// The gap in m between the scatterer and the layer at one end of an axis; gap_m is -1 without a
// layer, and where the scatterer reaches into it.
struct Gap {
  double gap_m = -1;
  const char *face = "";
};

void take_smaller(Gap &smallest, double gap_m, double cell_m, const char *face) {
  if (gap_m >= -k_on_node * cell_m && (smallest.gap_m < 0 || gap_m < smallest.gap_m))
    smallest = {std::max(0.0, gap_m), face};
}

Gap smallest_gap(const Problem &problem, const Extent &scatterer) {
  static const char *const k_faces[3][2] = {{"x-", "x+"}, {"y-", "y+"}, {"z-", "z+"}};
  Gap smallest;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    if (axis.low == Wall::pml)
      take_smaller(smallest, scatterer.min_m[d] - axis.node_m(axis.inner_first()), axis.cell_m,
                   k_faces[d][0]);
    if (axis.high == Wall::pml)
      take_smaller(smallest, axis.node_m(axis.inner_last()) - scatterer.max_m[d], axis.cell_m,
                   k_faces[d][1]);
  }
  return smallest;
}

// True where every layer's real stretch moves its losses out of the near field.
bool is_fitted(const Case &input, const Problem &problem, double wavenumber) {
  for (const Axis &axis : problem.axes) {
    if (axis.pml_cells == 0)
      continue;
    const double thickness_m = axis.cell_m * axis.pml_cells;
    const double fitted = fitted_kappa(wavenumber, thickness_m);
    const double kappa = input.grid.pml_kappa.value_or(fitted);
    if (fitted == 1 || kappa < 0.5 * fitted ||
        std::pow(kappa, 1.0 / axis.pml_cells) > k_most_growth)
      return false;
  }
  return true;
}

} // namespace

std::vector<std::string> layer_warnings(const Case &input, const Problem &problem) {
  const std::optional<Extent> scatterer = scatterer_extent(input, problem);
  if (!scatterer)
    return {};
  const double wavenumber =
      wavenumber_of(*std::min_element(input.frequencies_hz.begin(), input.frequencies_hz.end()));
  const Gap gap = smallest_gap(problem, *scatterer);
  double extent_m = 0;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    const double most_m =
        axis.is_periodic() ? axis.cells * axis.cell_m : std::numeric_limits<double>::infinity();
    extent_m = std::max(extent_m, std::min(most_m, scatterer->max_m[d] - scatterer->min_m[d]));
  }
  const double wanted_m = std::min(1 / wavenumber, k_of_half_extent * extent_m / 2);
  const double cell_m = *std::min_element(input.grid.cell_m.begin(), input.grid.cell_m.end());
  if (gap.gap_m < 0 || gap.gap_m >= wanted_m - k_on_node * cell_m ||
      is_fitted(input, problem, wavenumber))
    return {};
  return {fmt::format(
      "{}: the absorbing layer of {} is {:.3g} m from the scatterer, in its reactive near field: "
      "scattered powers may be wrong. From {:.3g} m on it is out of it (the smaller of the "
      "wavelength over 2 pi and {} times half the scatterer's extent): make the domain larger",
      input.where("/grid/size"), gap.face, gap.gap_m, wanted_m, k_of_half_extent)};
}

} // namespace curlew::fdfd
