#include <curlew/methods/fdfd/thin/snap.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {

Index nearest_node(const Axis &axis, double position_m) {
  constexpr double k_rounding = 1e-9; // cells
  const double node = std::floor((position_m - axis.corner_m) / axis.cell_m + 0.5 + k_rounding);
  constexpr double k_farthest = 1e9; // fits an Index
  const double most = axis.is_periodic() ? k_farthest : axis.cells,
               least = axis.is_periodic() ? -k_farthest : 0;
  return static_cast<Index>(std::clamp(node, least, most));
}

std::optional<Index> stored_node(const Axis &axis, Index node) {
  if (axis.is_periodic())
    return (node % axis.cells + axis.cells) % axis.cells;
  if (node < 0 || node >= axis.count)
    return std::nullopt;
  return node;
}

double length_of_node(const Axis &axis, Index node) {
  const bool is_mirror =
      (node == 0 && axis.low == Wall::pmc) || (node == axis.cells && axis.high == Wall::pmc);
  return is_mirror ? axis.cell_m / 2 : axis.cell_m;
}

std::optional<std::array<Index, 3>> stored_entry(const Problem &problem, int component,
                                                 const Node &from, bool is_electric) {
  std::array<Index, 3> at;
  for (int d = 0; d < 3; ++d) {
    const auto stored = stored_node(problem.axes[d], from[d]);
    if (!stored)
      return std::nullopt;
    at[d] = *stored;
  }
  if (problem.is_boundary_fixed(component, at, is_electric))
    return std::nullopt;
  return at;
}

} // namespace curlew::fdfd
