#pragma once

#include <curlew/methods/mom/integrals/moments.hpp>

namespace curlew::mom {

// Areas are left out of the moments of far pairs: the weights of a rule add up to 1.
constexpr double k_inverse_areas_of_far = 1.0 / (4 * 3.14159265358979323846 * 4);

// The most points of a rule.
constexpr int k_most_points = 16;

// The test face of far pairs: one for all lanes.
struct FarTest {
  int count;
  double r[k_most_points][3], rho[k_most_points][3], turned[k_most_points][3];
  double weight[k_most_points];
};

// Adds the moments of a test face with one source face, or with one in each lane. Source:
// rho(j, d) of point j, weight(j), centroid(d); `spread` is added to R^2: 0, and in lanes whose
// pair is left out something that keeps R above 0.
template <bool k_magnetic, class Real, class Source>
CURLEW_MOM_FUNCTION void add_far(const FarTest &test, const Source &source, const Real &spread,
                                 double wavenumber, ElectricMoments<Real> &electric,
                                 MagneticMoments<Real> &magnetic) {
  for (int i = 0; i < test.count; ++i) {
    Real from[3];
    for (int d = 0; d < 3; ++d)
      from[d] = test.r[i][d] - source.centroid(d);
    Parts<Real> g0, h0;
    PartsVector<Real> g1, h1;
    for (int j = 0; j < source.count(); ++j) {
      const Real x = source.rho(j, 0), y = source.rho(j, 1), z = source.rho(j, 2);
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
    add_point(electric, test.weight[i], test.rho[i], g0, g1);
    if constexpr (k_magnetic)
      add_point(magnetic, test.weight[i], test.turned[i], from, h0, h1);
  }
}

} // namespace curlew::mom
