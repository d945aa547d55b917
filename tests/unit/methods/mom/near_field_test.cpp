// Fields at points from the currents of a surface.

// Computes on the processor beside the kernels: see integrals/function.hpp.
#define CURLEW_MOM_FUNCTION inline

#include "../../core/surface_fixtures.hpp"
#include "../../kokkos_environment.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/methods/mom/integrals/green.hpp>
#include <curlew/methods/mom/integrals/point_potential.hpp>
#include <curlew/methods/mom/outputs/currents.hpp>
#include <curlew/methods/mom/outputs/near_field.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>

#include <gmock/gmock.h>

#include <random>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;
using Position = std::array<double, 3>;
constexpr double k_wavenumber = 0.9;

std::vector<complex> random_currents(const Surface &surface) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> one(-1, 1);
  std::vector<complex> x;
  for (Index n = 0; n < surface.unknowns(); ++n)
    x.emplace_back(one(random), one(random));
  return x;
}

// Potentials of the currents at a point, by another rule: lines seen from the point.
struct Potentials {
  ComplexVector vector{}; // int G eta0 J
  complex scalar = 0;     // int G div eta0 J
};
Potentials potentials(const Surface &surface, const std::vector<complex> &x, const Position &r) {
  const int lines = std::abs(r[2]) < 0.3 ? 100 : 20;
  const LineRule rule = gauss_legendre(lines);
  Potentials sums;
  for (std::size_t f = 0; f < surface.faces.size(); ++f) {
    const Face &face = surface.faces[f];
    complex c[3] = {}, sum = 0;
    for (int i = 0; i < 3; ++i)
      for (Index h = surface.slot_offset[3 * f + i]; h < surface.slot_offset[3 * f + i + 1]; ++h)
        c[i] += surface.halves[h].weight * x[surface.halves[h].basis];
    sum = c[0] + c[1] + c[2];
    const auto add = [&](const double *source, double weight) {
      Green<double> green;
      evaluate_green<false>(distance_squared(r.data(), source), k_wavenumber, green);
      const complex g = weight / (4 * k_pi) * complex(green.electric.re, green.electric.im);
      sums.scalar += g * sum / face.area;
      for (int i = 0; i < 3; ++i)
        for (int d = 0; d < 3; ++d)
          sums.vector[d] += g * c[i] * (source[d] - face.corner[i][d]) / (2 * face.area);
    };
    integrate_seen_from(r.data(), face, rule.points.data(), rule.weights.data(), lines, add);
  }
  return sums;
}

// E and H from differences of the potentials.
struct Fields {
  ComplexVector e{}, h{};
};
Fields by_differences(const Surface &surface, const std::vector<complex> &x, const Position &r,
                      double step) {
  Potentials at[3][4];
  for (int d = 0; d < 3; ++d)
    for (int s = 0; s < 4; ++s) {
      Position moved = r;
      moved[d] += std::array{-2, -1, 1, 2}[s] * step;
      at[d][s] = potentials(surface, x, moved);
    }
  const auto slope = [&](auto value, int d) {
    return (value(at[d][0]) - 8.0 * value(at[d][1]) + 8.0 * value(at[d][2]) - value(at[d][3])) /
           (12 * step);
  };
  const ComplexVector a = potentials(surface, x, r).vector;
  Fields fields;
  for (int d = 0; d < 3; ++d) {
    fields.e[d] =
        complex(0, -k_wavenumber) * a[d] -
        complex(0, 1 / k_wavenumber) * slope([](const Potentials &p) { return p.scalar; }, d);
    const int u = (d + 1) % 3, v = (d + 2) % 3;
    fields.h[d] = (slope([v](const Potentials &p) { return p.vector[v]; }, u) -
                   slope([u](const Potentials &p) { return p.vector[u]; }, v)) /
                  k_eta0;
  }
  return fields;
}

double difference(const ComplexVector &a, const ComplexVector &b) {
  double off = 0, whole = 0;
  for (int d = 0; d < 3; ++d) {
    off += std::norm(a[d] - b[d]);
    whole += std::norm(b[d]);
  }
  return std::sqrt(off / whole);
}

// Points beside, above an edge, above a corner, from twenty sides of a triangle down to a fiftieth.
TEST(NearFields, AreThoseOfThePotentials) {
  const Surface surface = make_surface(testing::plate(3, 2));
  const auto x = random_currents(surface);
  const std::vector<Position> points = {{20, 3, 5},         {6, 4, 1},        {2.3, 1.4, 0.8},
                                        {2.3, 1.4, 0.1},    {1.7, 1.3, 0.02}, {2, 1.4, 0.05},
                                        {2.02, 1.01, 0.03}, {4.05, 1.5, 0}};
  std::vector<Fields> expected;
  for (std::size_t p = 0; p < points.size(); ++p)
    expected.push_back(
        by_differences(surface, x, points[p], p < 3 ? 2e-3 : 0.02 * std::max(points[p][2], 0.02)));
  for (const Backend backend : compiled_backends()) {
    const NearFields fields = near_fields(backend, surface, x, k_wavenumber, points);
    for (std::size_t p = 0; p < points.size(); ++p) {
      // Measured: 1.4e-6, six radii away.
      EXPECT_LT(difference(fields.electric[p], expected[p].e), 5e-6) << p;
      EXPECT_LT(difference(fields.magnetic[p], expected[p].h), 5e-6) << p;
      EXPECT_EQ(fields.is_close[p], 0) << p;
    }
  }
  // Their neighbours' are not.
  EXPECT_GT(difference(expected[3].e, expected[2].e), 0.1);
}

TEST(NearFields, BecomeTheFarField) {
  const Surface surface = make_surface(testing::icosphere(1));
  const auto x = random_currents(surface);
  const Direction direction{50, 130};
  const SphericalFrame frame(direction);
  const SurfaceCurrents currents = surface_currents(surface, {}, x, k_wavenumber);
  const FarField far = far_field(Backend::serial, currents, {direction})[0];
  const double distance = 1e5;
  Position point;
  for (int d = 0; d < 3; ++d)
    point[d] = distance * frame.r[d];
  const NearFields near = near_fields(Backend::serial, surface, x, k_wavenumber, {point});
  const complex wave = std::polar(1 / distance, -k_wavenumber * distance);
  ComplexVector e, h;
  for (int d = 0; d < 3; ++d) {
    e[d] = wave * (far.theta * frame.theta[d] + far.phi * frame.phi[d]);
    h[d] = wave * (far.theta * frame.phi[d] - far.phi * frame.theta[d]) / k_eta0;
  }
  EXPECT_LT(difference(near.electric[0], e), 1e-4);
  EXPECT_LT(difference(near.magnetic[0], h), 1e-4);
}

TEST(NearFields, SayWhatLiesOnTheSurface) {
  const Surface surface = make_surface(testing::plate(2, 2));
  const auto x = random_currents(surface);
  const NearFields fields =
      near_fields(Backend::serial, surface, x, k_wavenumber,
                  {{0.6, 0.3, 0}, {1, 1, 1e-4}, {0.6, 0.3, 0.02}, {2.1, 2, 0}});
  EXPECT_THAT(fields.is_close, ::testing::ElementsAre(1, 1, 0, 0));
}

} // namespace
} // namespace curlew::mom
