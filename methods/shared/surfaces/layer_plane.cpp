#include <curlew/methods/shared/surfaces/layer_plane.hpp>

#include <curlew/core/mesh/geometry.hpp>

#include <cmath>

namespace curlew {
namespace {

constexpr double k_layer_rounding = 1e-6;

} // namespace

int axis_across(const std::array<Point, 3> &corners_m) {
  const Point normal = cross(corners_m[1] - corners_m[0], corners_m[2] - corners_m[0]);
  int axis = 0;
  for (int d = 1; d < 3; ++d)
    if (std::abs(normal[d]) > std::abs(normal[axis]))
      axis = d;
  return std::abs(normal[axis]) < (1 - k_layer_rounding) * norm(normal) ? -1 : axis;
}

std::optional<LayerPlane> layer_plane_of(const std::array<Point, 3> &corners_m, const Point &low_m,
                                         const Point &high_m) {
  const int axis = axis_across(corners_m);
  if (axis < 0)
    return {};
  const double at = corners_m[0][axis], low = low_m[axis], high = high_m[axis];
  const int side = at > 0.5 * (low + high) ? 1 : -1;
  const double end = side > 0 ? high : low;
  if (std::abs(at - end) > k_layer_rounding * (high - low))
    return {};
  return LayerPlane{axis, side, end};
}

} // namespace curlew
