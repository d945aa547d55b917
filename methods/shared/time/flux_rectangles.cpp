#include <curlew/methods/shared/time/flux_rectangles.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/shared/surfaces/plane_bounds.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {
namespace {

constexpr double k_rounding = 1e-9; // tolerance over the mesh's extent

} // namespace

std::array<int, 2> across(int axis) {
  return {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2};
}

double Rectangle::area_m2() const {
  const auto [u, v] = across(axis);
  return (high_m[u] - low_m[u]) * (high_m[v] - low_m[v]);
}

std::vector<Rectangle> faces_of(const Point &low_m, const Point &high_m) {
  std::vector<Rectangle> faces;
  for (int axis = 0; axis < 3; ++axis)
    for (const int outward : {-1, 1}) {
      Rectangle face{axis, outward, low_m, high_m};
      face.low_m[axis] = face.high_m[axis] = outward > 0 ? high_m[axis] : low_m[axis];
      faces.push_back(face);
    }
  return faces;
}

Rectangle rectangle_of(const FluxPlane &plane, const Point &low_m, const Point &high_m,
                       const std::string &location, const std::string &name) {
  Rectangle rectangle{plane.axis, 1, low_m, high_m};
  take_bounds(plane, rectangle.low_m, rectangle.high_m);
  for (int d = 0; d < 3; ++d) {
    if (d == plane.axis) {
      const double slack = k_rounding * (high_m[d] - low_m[d]);
      if (plane.at_m < low_m[d] - slack || plane.at_m > high_m[d] + slack)
        throw InputError(
            fmt::format("{}: the flux \"{}\" at {} = {:.6g} m lies outside of the mesh, which "
                        "reaches from {:.6g} to {:.6g} m there",
                        location, name, "xyz"[d], plane.at_m, low_m[d], high_m[d]));
      rectangle.low_m[d] = rectangle.high_m[d] = std::clamp(plane.at_m, low_m[d], high_m[d]);
      continue;
    }
    if (!(rectangle.low_m[d] < rectangle.high_m[d]))
      throw InputError(fmt::format("{}: along {} the flux \"{}\" reaches from {:.6g} to {:.6g} m: "
                                   "it lies outside of the mesh",
                                   location, "xyz"[d], name, rectangle.low_m[d],
                                   rectangle.high_m[d]));
  }
  return rectangle;
}

} // namespace curlew
