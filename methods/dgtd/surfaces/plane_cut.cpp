#include <curlew/methods/dgtd/surfaces/plane_cut.hpp>

#include <curlew/core/mesh/geometry.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::dgtd {
namespace {

constexpr double k_cut_rounding = 1e-9; // relative to the size of a tet

double size_of(const std::array<Point, 4> &corners_m) {
  double size = 0;
  for (int i = 1; i < 4; ++i)
    size = std::max(size, norm(corners_m[i] - corners_m[0]));
  return size;
}

// Returns the part of a polygon where sign (x - limit) <= 0 along an axis.
std::vector<Point> clip(const std::vector<Point> &polygon_m, int axis, double limit_m, int sign) {
  std::vector<Point> kept;
  for (std::size_t i = 0; i < polygon_m.size(); ++i) {
    const Point &from = polygon_m[i], &to = polygon_m[(i + 1) % polygon_m.size()];
    const double at_from = sign * (from[axis] - limit_m), at_to = sign * (to[axis] - limit_m);
    if (at_from <= 0)
      kept.push_back(from);
    if ((at_from < 0 && at_to > 0) || (at_from > 0 && at_to < 0)) {
      Point crossing = from + (at_from / (at_from - at_to)) * (to - from);
      crossing[axis] = limit_m;
      kept.push_back(crossing);
    }
  }
  return kept;
}

} // namespace

PlaneCut cut(const Rectangle &rectangle, const std::array<Point, 4> &corners_m) {
  const int axis = rectangle.axis;
  const double at_m = rectangle.low_m[axis], size_m = size_of(corners_m);
  std::array<double, 4> distance{};
  std::vector<int> below, above, within;
  for (int i = 0; i < 4; ++i) {
    distance[i] = corners_m[i][axis] - at_m;
    (std::abs(distance[i]) <= k_cut_rounding * size_m ? within
     : distance[i] < 0                                ? below
                                                      : above)
        .push_back(i);
  }
  PlaneCut result;
  const auto crossing = [&](int low, int high) {
    Point point = corners_m[low] + (distance[low] / (distance[low] - distance[high])) *
                                       (corners_m[high] - corners_m[low]);
    point[axis] = at_m;
    return point;
  };
  if (within.size() == 3)
    result.face = below.empty() ? above[0] : below[0];
  else if (below.empty() || above.empty())
    return result;
  std::vector<Point> polygon;
  for (const int i : within) {
    polygon.push_back(corners_m[i]);
    polygon.back()[axis] = at_m;
  }
  if (below.size() == 2 && above.size() == 2)
    polygon = {crossing(below[0], above[0]), crossing(below[0], above[1]),
               crossing(below[1], above[1]), crossing(below[1], above[0])};
  else
    for (const int low : below)
      for (const int high : above)
        polygon.push_back(crossing(low, high));
  for (const int d : across(axis)) {
    polygon = clip(polygon, d, rectangle.low_m[d], -1);
    polygon = clip(polygon, d, rectangle.high_m[d], 1);
  }
  if (polygon.size() >= 3 && area_of(polygon, axis) > k_cut_rounding * size_m * size_m)
    result.polygon_m = std::move(polygon);
  return result;
}

double area_of(const std::vector<Point> &polygon_m, int axis) {
  const auto [u, v] = across(axis);
  double twice = 0;
  for (std::size_t i = 0; i < polygon_m.size(); ++i) {
    const Point &a = polygon_m[i], &b = polygon_m[(i + 1) % polygon_m.size()];
    twice += a[u] * b[v] - a[v] * b[u];
  }
  return 0.5 * std::abs(twice);
}

} // namespace curlew::dgtd
