#include <curlew/methods/shared/far_field/far_field.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/shared/far_field/sphere_rule.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace curlew {
namespace {

std::complex<double> dot(const ComplexVector &a, const UnitVector &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

FarField field_of(const RadiationVectors &integrals, const SphericalFrame &frame,
                  double wavenumber) {
  const std::complex<double> factor(0, wavenumber / (4 * k_pi));
  return {-factor * (dot(integrals.L, frame.phi) + k_eta0 * dot(integrals.N, frame.theta)),
          factor * (dot(integrals.L, frame.theta) - k_eta0 * dot(integrals.N, frame.phi))};
}

// The box around all points.
struct Extent {
  UnitVector low, high;

  Extent() {
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
  }
  void include(int axis, double x) {
    low[axis] = std::min(low[axis], x);
    high[axis] = std::max(high[axis], x);
  }
  double diagonal_m() const {
    return std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  }
};

Extent extent_of(const SurfaceCurrents &currents) {
  Extent extent;
  for (const auto &position : currents.positions_m)
    for (int d = 0; d < 3; ++d)
      extent.include(d, position[d]);
  return extent;
}

Extent extent_of(const LatticeCurrents &currents) {
  Extent extent;
  for (const CurrentLattice &lattice : currents.lattices) {
    extent.include(lattice.normal(), lattice.plane_m);
    for (const double u : lattice.u_m)
      extent.include(lattice.u, u);
    for (const double v : lattice.v_m)
      extent.include(lattice.v, v);
  }
  return extent;
}

// +1 or -1: the side of a plane that the currents are on. Points may lie on the plane to rounding.
double side_of(const ImagePlane &plane, const Extent &extent) {
  const double slack = 1e-9 * extent.diagonal_m();
  if (extent.low[plane.axis] >= plane.at_m - slack)
    return 1;
  if (extent.high[plane.axis] <= plane.at_m + slack)
    return -1;
  throw std::invalid_argument(
      fmt::format("currents on both sides of the image plane {} = {} m: they reach from {} to {} m",
                  "xyz"[plane.axis], plane.at_m, extent.low[plane.axis], extent.high[plane.axis]));
}

// The field of the currents and all images in every direction, also behind the planes.
template <class Currents>
std::vector<FarField> extended_field(Backend backend, const Currents &currents,
                                     const std::vector<Direction> &directions,
                                     const std::vector<ImagePlane> &planes) {
  const Images images(planes, currents.wavenumber);
  std::vector<UnitVector> towards;
  for (const Direction &direction : directions)
    towards.push_back(SphericalFrame(direction).r);
  const auto integrals = radiation_vectors(backend, currents, images.mirrored(towards));
  std::vector<FarField> fields;
  for (std::size_t d = 0; d < directions.size(); ++d)
    fields.push_back(field_of(images.sum(towards[d], &integrals[d * images.count()]),
                              SphericalFrame(directions[d]), currents.wavenumber));
  return fields;
}

template <class Currents>
std::vector<FarField> visible_field(Backend backend, const Currents &currents,
                                    const std::vector<Direction> &directions,
                                    const std::vector<ImagePlane> &planes) {
  std::vector<FarField> fields = extended_field(backend, currents, directions, planes);
  const Extent extent = extent_of(currents);
  for (const ImagePlane &plane : planes) {
    const double side = side_of(plane, extent);
    if (plane.is_mirror)
      continue;
    // Directions along the plane, to the rounding of an angle in degrees, count as in front of it.
    for (std::size_t d = 0; d < directions.size(); ++d)
      if (side * SphericalFrame(directions[d]).r[plane.axis] < -1e-12)
        fields[d] = {};
  }
  return fields;
}

// The field of currents inside a ball of radius a has spherical harmonics up to a degree little
// above x = ka (@cite wiscombe1980 takes x + 4 x^(1/3) + 2), and |E|^2 up to twice that degree: a
// rule of this order integrates it. The order is a starting value: the comparison of two orders
// decides.
int first_order(double radius) {
  return static_cast<int>(std::ceil(radius + 6 * std::cbrt(radius))) + 4;
}
constexpr int k_most_steps = 4;

// The extended field is symmetric in each plane, so that the part in front of all planes is
// 1 / images of the integral: the field behind a plane would jump to 0 and spoil the rule.
template <class Currents>
RadiatedPower integrate(Backend backend, const Currents &currents, double tolerance,
                        const std::vector<ImagePlane> &planes) {
  const Extent extent = extent_of(currents);
  if (!std::isfinite(extent.diagonal_m()))
    throw std::invalid_argument("the radiated power of currents without a point, or with one that "
                                "is not finite");
  double radius = 0.5 * extent.diagonal_m();
  for (const ImagePlane &plane : planes) {
    side_of(plane, extent);
    radius = std::hypot(radius, std::max(std::abs(extent.low[plane.axis] - plane.at_m),
                                         std::abs(extent.high[plane.axis] - plane.at_m)));
  }
  int order = first_order(currents.wavenumber * radius);
  RadiatedPower power;
  for (int step = 0; step <= k_most_steps; ++step, order += order / 2) {
    const SphereRule rule = sphere_rule(order);
    const auto fields = extended_field(backend, currents, rule.directions, planes);
    double sum = 0;
    for (std::size_t d = 0; d < fields.size(); ++d)
      sum += rule.weights[d] * (std::norm(fields[d].theta) + std::norm(fields[d].phi));
    const double watts = sum / (2 * k_eta0) / static_cast<double>(std::size_t(1) << planes.size());
    power.error = watts == power.watts ? 0 : std::abs(watts - power.watts) / std::abs(watts);
    power.watts = watts;
    power.directions = fields.size();
    if (step > 0 && power.error <= tolerance)
      return power;
  }
  throw NotConverged(fmt::format("the radiated power still changes by {:.2g} (tolerance {:.2g}) "
                                 "with {} directions: are the currents finite, and the surface "
                                 "sampled finely enough?",
                                 power.error, tolerance, power.directions));
}

} // namespace

std::vector<FarField> far_field(Backend backend, const SurfaceCurrents &currents,
                                const std::vector<Direction> &directions,
                                const std::vector<ImagePlane> &planes) {
  return visible_field(backend, currents, directions, planes);
}

std::vector<FarField> far_field(Backend backend, const LatticeCurrents &currents,
                                const std::vector<Direction> &directions,
                                const std::vector<ImagePlane> &planes) {
  return visible_field(backend, currents, directions, planes);
}

RadiatedPower radiated_power(Backend backend, const SurfaceCurrents &currents, double tolerance,
                             const std::vector<ImagePlane> &planes) {
  return integrate(backend, currents, tolerance, planes);
}

RadiatedPower radiated_power(Backend backend, const LatticeCurrents &currents, double tolerance,
                             const std::vector<ImagePlane> &planes) {
  return integrate(backend, currents, tolerance, planes);
}

CrossSection cross_section(const FarField &field, double incident) {
  if (!(incident > 0))
    throw std::invalid_argument("a radar cross section without an incident wave");
  const double factor = 4 * k_pi / (incident * incident);
  return {factor * std::norm(field.theta), factor * std::norm(field.phi)};
}

} // namespace curlew
