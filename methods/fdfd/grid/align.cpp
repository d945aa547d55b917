#include <curlew/methods/fdfd/grid/align.hpp>

#include <curlew/core/overloaded.hpp>

#include <cmath>

namespace curlew::fdfd {
namespace {

Vector3 aligned_point(const GridSpec &grid, const Vector3 &point_m) {
  Vector3 on_grid;
  for (int d = 0; d < 3; ++d)
    on_grid[d] = aligned_m(grid, d, point_m[d]);
  return on_grid;
}

} // namespace

double aligned_m(const GridSpec &grid, int axis, double position_m) {
  constexpr double k_steps = 1 << 20; // of a cell
  const double corner = grid.corner_m[axis], cell = grid.cell_m[axis];
  const double position = (position_m - corner) / cell;
  const double node = std::round(position);
  return corner + cell * (std::abs(position - node) <= k_on_node
                              ? node
                              : std::round(position * k_steps) / k_steps);
}

ObjectSpec aligned(ObjectSpec object, const GridSpec &grid) {
  std::visit(Overloaded{[&](SphereObject &sphere) {
                          sphere.center_m = aligned_point(grid, sphere.center_m);
                        },
                        [&](EllipsoidObject &ellipsoid) {
                          ellipsoid.center_m = aligned_point(grid, ellipsoid.center_m);
                        },
                        [&](BoxObject &box) {
                          box.min_m = aligned_point(grid, box.min_m);
                          box.max_m = aligned_point(grid, box.max_m);
                        },
                        [&](CylinderObject &cylinder) {
                          Vector3 end;
                          for (int d = 0; d < 3; ++d)
                            end[d] = cylinder.base_m[d] + cylinder.axis_m[d];
                          end = aligned_point(grid, end);
                          cylinder.base_m = aligned_point(grid, cylinder.base_m);
                          for (int d = 0; d < 3; ++d)
                            cylinder.axis_m[d] = end[d] - cylinder.base_m[d];
                        },
                        [&](VoxelObject &voxels) {
                          if (voxels.image)
                            voxels.origin_m = aligned_point(
                                grid, voxels.origin_m.value_or(voxels.image->corner_m));
                        },
                        [](SheetObject &) {}, [](WireObject &) {}},
             object);
  return object;
}

void hold_planes(BoxObject &box, const GridSpec &grid) {
  for (int d = 0; d < 3; ++d) {
    const double corner = grid.corner_m[d], cell = grid.cell_m[d];
    const double low = (box.min_m[d] - corner) / cell, high = (box.max_m[d] - corner) / cell;
    const double below = std::floor(low + k_same_place);
    if (grid.cells[d] == 1 || low - below < k_same_place || high > below + 1 - k_same_place)
      continue;
    const double to_above = below + 1 - high, to_below = low - below;
    const double by = cell * (to_above < to_below ? to_above : -to_below);
    box.min_m[d] += by;
    box.max_m[d] += by;
  }
}

} // namespace curlew::fdfd
