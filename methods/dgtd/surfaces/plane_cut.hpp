#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <array>
#include <vector>

namespace curlew::dgtd {

// A rectangle across an axis; both corners have the same coordinate along it.
struct Rectangle {
  int axis = 0;
  int outward = 1; // 1: power counts towards rising coordinates
  Point low_m{}, high_m{};
  double area_m2() const;
};

// The faces of a box, outwards.
std::vector<Rectangle> faces_of(const Point &low_m, const Point &high_m);

// What a rectangle and a tet have in common: a polygon, empty where that has no area. `face`: the
// corner opposite to it where a whole face of the tet lies in the plane, else -1.
struct PlaneCut {
  std::vector<Point> polygon_m;
  int face = -1;
};
PlaneCut cut(const Rectangle &rectangle, const std::array<Point, 4> &corners_m);

// Of a plane polygon across the axis.
double area_of(const std::vector<Point> &polygon_m, int axis);

} // namespace curlew::dgtd
