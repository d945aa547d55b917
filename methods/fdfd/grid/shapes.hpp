#pragma once

#include <curlew/io/case/sections/objects/objects.hpp>

#include <array>

namespace curlew::fdfd {

using Point = std::array<double, 3>;

// A brick with edges along the axes, m.
struct Brick {
  Point center, half_size;
};

// Return a point's signed distance from the surface of a solid (negative inside), in m: exact in
// sign, a lower bound in size. `cell_m`: the grid's, whose steps differences are rounded to.
double signed_distance(const SphereObject &sphere, const Point &position_m, const Point &cell_m);
double signed_distance(const EllipsoidObject &ellipsoid, const Point &position_m,
                       const Point &cell_m);
double signed_distance(const BoxObject &box, const Point &position_m, const Point &cell_m);
double signed_distance(const CylinderObject &cylinder, const Point &position_m,
                       const Point &cell_m);

// Return the share of a small brick that a solid covers, by the tangent plane of its surface, in
// the mean over bricks across the surface; for a box 1 or 0, by the middle of the brick. A surface
// belongs to its solid up to `slack_m`.
double covered_share(const SphereObject &sphere, const Brick &brick, const Point &cell_m,
                     double slack_m);
double covered_share(const EllipsoidObject &ellipsoid, const Brick &brick, const Point &cell_m,
                     double slack_m);
double covered_share(const BoxObject &box, const Brick &brick, const Point &cell_m, double slack_m);
double covered_share(const CylinderObject &cylinder, const Brick &brick, const Point &cell_m,
                     double slack_m);

} // namespace curlew::fdfd
