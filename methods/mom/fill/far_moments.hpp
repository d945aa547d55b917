#pragma once

#include <curlew/methods/mom/integrals/face.hpp>
#include <curlew/methods/mom/integrals/moments.hpp>

namespace curlew::mom {

// Moments of far pairs do not include the areas: the weights of a rule add up to 1.
constexpr double k_inverse_areas_of_far = 1.0 / (4 * 3.14159265358979323846 * 4);

// Largest number of points of a rule.
constexpr int k_most_points = 16;

// A point of the test face of far pairs, or of one in each lane: its position, its position from
// the centroid, the latter as turned by turn(), and its weight.
template <class Real> struct FarPoint {
  Real r[3], rho[3], turned[3];
  double weight;
};

// `barycentric`: coordinates of the point.
CURLEW_MOM_FUNCTION FarPoint<double> far_point(const Combination &with, const Face &face,
                                               const double *barycentric, double weight) {
  FarPoint<double> point;
  point.weight = weight;
  for (int d = 0; d < 3; ++d) {
    point.rho[d] = 0;
    for (int c = 0; c < 3; ++c)
      point.rho[d] += barycentric[c] * (face.corner[c][d] - face.centroid[d]);
    point.r[d] = face.centroid[d] + point.rho[d];
  }
  turn(with, point.rho, face.normal, point.turned);
  return point;
}

// Adds the moments of a test face with one source face, or of one test face in each lane. The test
// points are FarPoints at(i); the source face has rho(j, d) of point j, weight(j) and centroid(d).
// `spread` is added to R^2: 0, and in lanes whose pair is left out a value that keeps R above 0.
template <bool k_magnetic, class Real, class Test, class Source>
CURLEW_MOM_FUNCTION void add_far(const Test &test, const Source &source, const Real &spread,
                                 const Wavenumber &wavenumber, ElectricMoments<Real> &electric,
                                 MagneticMoments<Real> &magnetic) {
  for (int i = 0; i < test.count(); ++i) {
    const FarPoint<Real> &point = test.at(i);
    Real from[3];
    for (int d = 0; d < 3; ++d)
      from[d] = point.r[d] - source.centroid(d);
    Parts<Real> g0, h0;
    PartsVector<Real> g1, h1;
    for (int j = 0; j < source.count(); ++j) {
      const double x = source.rho(j, 0), y = source.rho(j, 1), z = source.rho(j, 2);
      const Real dx = from[0] - x, dy = from[1] - y, dz = from[2] - z;
      Green<Real> green;
      const Real squared = dx * dx + dy * dy + dz * dz + spread;
      evaluate_green<k_magnetic>(squared, wavenumber, green);
      const Parts<Real> g = source.weight(j) * green.electric;
      g0.add(g);
      g1[0].add(x, g);
      g1[1].add(y, g);
      g1[2].add(z, g);
      if constexpr (k_magnetic) {
        const Parts<Real> h = source.weight(j) * green.magnetic;
        h0.add(h);
        h1[0].add(x, h);
        h1[1].add(y, h);
        h1[2].add(z, h);
      }
    }
    add_point(electric, point.weight, point.rho, g0, g1);
    if constexpr (k_magnetic)
      add_point(magnetic, point.weight, point.turned, from, h0, h1);
  }
}

} // namespace curlew::mom
