#pragma once

#include <curlew/methods/shared/time/flux_rectangles.hpp>

#include <array>
#include <vector>

namespace curlew::dgtd {

// Intersection of a rectangle and a tet: a polygon, empty where it has no area. `face`: the corner
// opposite to it where a whole face of the tet lies in the plane, else -1.
struct PlaneCut {
  std::vector<Point> polygon_m;
  int face = -1;
};
PlaneCut cut(const Rectangle &rectangle, const std::array<Point, 4> &corners_m);

// Returns the area of a plane polygon across the axis.
double area_of(const std::vector<Point> &polygon_m, int axis);

} // namespace curlew::dgtd
