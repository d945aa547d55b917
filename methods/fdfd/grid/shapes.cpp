#include <curlew/methods/fdfd/grid/shapes.hpp>

#include <curlew/core/mesh/geometry.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Returns a length along an axis in the nearest steps of 2^-30 of a cell. Differences of aligned
// positions and of points on the grid are such steps but for the rounding of coordinates, which
// this takes away: translations by whole cells and mirrors change no bit of what is computed from
// them.
double stepped_m(double length_m, double cell_m) {
  constexpr double k_round_off = 0x1.8p22; // its last bit is 2^-30
  return cell_m * ((length_m / cell_m + k_round_off) - k_round_off);
}

Point stepped_difference(const Point &a, const Point &b, const Point &cell_m) {
  Point steps;
  for (int d = 0; d < 3; ++d)
    steps[d] = stepped_m(a[d] - b[d], cell_m[d]);
  return steps;
}

} // namespace

double signed_distance(const SphereObject &sphere, const Point &position_m, const Point &cell_m) {
  return norm(stepped_difference(position_m, sphere.center_m, cell_m)) - sphere.radius_m;
}

double signed_distance(const EllipsoidObject &ellipsoid, const Point &position_m,
                       const Point &cell_m) {
  Point scaled = stepped_difference(position_m, ellipsoid.center_m, cell_m);
  const auto &r = ellipsoid.radii_m;
  for (int d = 0; d < 3; ++d)
    scaled[d] /= r[d];
  return (norm(scaled) - 1) * std::min({r[0], r[1], r[2]});
}

double signed_distance(const BoxObject &box, const Point &position_m, const Point &cell_m) {
  double farthest = -1e300;
  for (int d = 0; d < 3; ++d)
    farthest = std::max({farthest, stepped_m(box.min_m[d] - position_m[d], cell_m[d]),
                         stepped_m(position_m[d] - box.max_m[d], cell_m[d])});
  return farthest;
}

double signed_distance(const CylinderObject &cylinder, const Point &position_m,
                       const Point &cell_m) {
  const double height = norm(cylinder.axis_m);
  const Point from_base = stepped_difference(position_m, cylinder.base_m, cell_m),
              axis{cylinder.axis_m[0] / height, cylinder.axis_m[1] / height,
                   cylinder.axis_m[2] / height};
  const double along = dot(from_base, axis), across = norm(cross(from_base, axis));
  return std::max({across - cylinder.radius_m, -along, along - height});
}

namespace {

// Returns the share of a brick behind a plane at a signed distance from its middle, with the normal
// `normal` of any length: exact for planes along the brick's faces, and in the mean over all
// distances for others.
double share_behind(double distance_m, const Point &normal, const Brick &brick) {
  const double length = norm(normal);
  double reach_m = 0;
  for (int d = 0; d < 3; ++d)
    reach_m += std::abs(normal[d]) * brick.half_size[d];
  if (length == 0 || reach_m == 0)
    return distance_m <= 0 ? 1 : 0;
  return std::clamp(0.5 - distance_m * length / (2 * reach_m), 0.0, 1.0);
}

} // namespace

double covered_share(const SphereObject &sphere, const Brick &brick, const Point &cell_m, double) {
  return share_behind(signed_distance(sphere, brick.center, cell_m),
                      stepped_difference(brick.center, sphere.center_m, cell_m), brick);
}

double covered_share(const EllipsoidObject &ellipsoid, const Brick &brick, const Point &cell_m,
                     double) {
  const Point from_middle = stepped_difference(brick.center, ellipsoid.center_m, cell_m);
  Point scaled, slope;
  for (int d = 0; d < 3; ++d) {
    scaled[d] = from_middle[d] / ellipsoid.radii_m[d];
    slope[d] = scaled[d] / ellipsoid.radii_m[d];
  }
  const double size = norm(scaled), steepness = norm(slope);
  return steepness == 0 ? 1 : share_behind((size - 1) * size / steepness, slope, brick);
}

double covered_share(const BoxObject &box, const Brick &brick, const Point &cell_m,
                     double slack_m) {
  return signed_distance(box, brick.center, cell_m) <= slack_m ? 1 : 0;
}

double covered_share(const CylinderObject &cylinder, const Brick &brick, const Point &cell_m,
                     double) {
  const double height = norm(cylinder.axis_m);
  const Point from_base = stepped_difference(brick.center, cylinder.base_m, cell_m),
              axis{cylinder.axis_m[0] / height, cylinder.axis_m[1] / height,
                   cylinder.axis_m[2] / height};
  const double along = dot(from_base, axis);
  const Point across{from_base[0] - along * axis[0], from_base[1] - along * axis[1],
                     from_base[2] - along * axis[2]};
  return share_behind(norm(across) - cylinder.radius_m, across, brick) *
         share_behind(std::max(-along, along - height), axis, brick);
}

} // namespace curlew::fdfd
