// Plane waves in layers: solutions of the discrete equations, close to those of the continuous
// ones.
#include "layered_cases.hpp"

#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/sources/incident.hpp>
#include <curlew/tests/support/transfer_matrix.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

using test::split_waves;
using test::StackAnswer;
using test::transfer_matrix;

const Walls k_layers{Wall::pml, Wall::pml}, k_period{Wall::periodic, Wall::periodic};

// A wave in vacuum by its direction, with amplitude 2: electric field across (TE) or in the plane
// of incidence (TM).
IncidentWave wave_along(double theta_deg, double phi_deg, bool is_te, double wavenumber) {
  const double t = theta_deg * k_pi / 180, f = phi_deg * k_pi / 180;
  const double d[3] = {std::sin(t) * std::cos(f), std::sin(t) * std::sin(f), std::cos(t)};
  const double te[3] = {-std::sin(f), std::cos(f), 0};
  const double tm[3] = {std::cos(t) * std::cos(f), std::cos(t) * std::sin(f), -std::sin(t)};
  IncidentWave wave;
  for (int c = 0; c < 3; ++c) {
    const int u = (c + 1) % 3, v = (c + 2) % 3;
    const double *e = is_te ? te : tm;
    wave.wave_vector[c] = wavenumber * d[c];
    wave.electric_amplitude[c] = 2 * e[c];
    wave.magnetic_amplitude[c] = 2 * (d[u] * e[v] - d[v] * e[u]) / k_eta0;
  }
  return wave;
}

const std::vector<CellLayer> k_stack = {
    {complex(2.25), 12.3}, {complex(6, -0.4), 14}, {complex(-3, -0.2), 14.6}, {complex(1), 0}};

// Returns a stack under the phases of a wave from the half-space of this index.
Problem stack(const std::vector<CellLayer> &layers, const IncidentWave &wave, double index) {
  const Grid grid{{4, 3, 27}, {3e-3, 4e-3, 3e-3}, {k_period, k_period, k_layers}, 1e10};
  std::array<complex, 3> phases{1, 1, 1};
  for (int d = 0; d < 2; ++d)
    phases[d] = std::polar(1.0, -index * wave.wave_vector[d] * grid.cells[d] * grid.cell_m[d]);
  return layered(grid, layers, phases);
}

// The largest part of A0 E outside of absorbing layers, relative to k^2 eps E.
double defect(const Problem &problem, const Values &e) {
  const Values product = plain_operator(problem, e);
  double largest = 0, scale = 0;
  for_each_entry(problem, [&](int, const std::array<Index, 3> &at, Offset entry) {
    const Axis &z = problem.axes[2];
    if (at[2] <= z.inner_first() || at[2] >= z.inner_last() - 1)
      return;
    largest = std::max(largest, std::abs(product[entry]));
    scale = std::max(scale, std::abs(e[entry]));
  });
  return largest / (scale * problem.wavenumber * problem.wavenumber);
}

TEST(StackWave, SolvesTheDiscreteEquations) {
  const double k = 2 * k_pi * 1e10 / k_speed_of_light;
  for (const double theta : {0.0, 25.0, 60.0, 180.0, 130.0, 110.0})
    for (const bool is_te : {true, false}) {
      SCOPED_TRACE(fmt::format("{} degrees, {}", theta, is_te ? "TE" : "TM"));
      const IncidentWave wave = wave_along(theta, 35, is_te, k);
      const Problem problem = stack(k_stack, wave, theta < 90 ? 1.5 : 1);
      const Values e = incident_electric(problem, wave), h = incident_magnetic(problem, wave);
      EXPECT_LT(defect(problem, e), 1e-12);
      // H is that of E.
      const Values curl = plain_curl_of_e(problem, e);
      double difference = 0, largest = 0;
      for_each_entry(problem, [&](int, const std::array<Index, 3> &at, Offset entry) {
        if (at[2] < problem.axes[2].inner_first() || at[2] >= problem.axes[2].inner_last())
          return;
        const complex expected = complex(0, 1 / (k * k_eta0)) * curl[entry];
        difference = std::max(difference, std::abs(h[entry] - expected));
        largest = std::max(largest, std::abs(expected));
      });
      EXPECT_LT(difference, 1e-12 * largest);
      // The twins: of other layers, and from the other side.
      Problem other =
          stack({{2.25, 12.4}, {complex(6, -0.4), 14}, {complex(-3, -0.2), 14.6}, {1, 0}}, wave,
                theta < 90 ? 1.5 : 1);
      EXPECT_GT(defect(other, e), 1e-3);
    }
}

// The reflection and transmission of a slab on glass by the wave on the grid, with so many cells in
// its 3 mm: tangential E at two nodes of a half-space holds both waves. `shift`: of all interfaces,
// in cells.
StackAnswer on_grid(int cells, double theta_deg, bool is_te, double shift) {
  const double cell_m = 3e-3 / cells, k = 2 * k_pi * 1e10 / k_speed_of_light;
  const bool goes_up = theta_deg < 90;
  const complex glass = 2.25, slab(6, -0.4), vacuum_eps = 1;
  const IncidentWave wave = wave_along(theta_deg, 0, is_te, k);
  Grid grid{{1, 1, Index(20 + 3 * cells)}, {cell_m, cell_m, cell_m}};
  grid.walls = {k_period, k_period, k_layers};
  grid.frequency_hz = 1e10;
  Problem problem =
      layered(grid, {{glass, 10 + cells + shift}, {slab, 10 + 2 * cells + shift}, {vacuum_eps, 0}});
  const IncidentTable table(problem, wave);
  const int component = is_te ? 1 : 0;
  const Axis &z = problem.axes[2];
  const double index = goes_up ? 1.5 : 1, sine = std::sin(theta_deg * k_pi / 180);
  const double low_m = z.corner_m + (10 + cells + shift) * cell_m, high_m = low_m + cells * cell_m;
  const auto field = [&](Index node) { return table.electric(component, 0, 0, node); };
  const auto kz = [&](double eps) {
    return std::sqrt(k * k * (eps - index * index * sine * sine)) * (goes_up ? 1.0 : -1.0);
  };
  // On the incident side: E = i exp(-j kz z) + o exp(j kz z), z from the first interface.
  const double kz_in = kz(goes_up ? 2.25 : 1), kz_out = kz(goes_up ? 1 : 2.25);
  const double first_m = goes_up ? low_m : high_m, last_m = goes_up ? high_m : low_m;
  const Index one = goes_up ? 10 + cells / 4 : 10 + 2 * cells + cells / 2 + 4,
              two = goes_up ? one + cells / 2 : one + cells / 4;
  const double z1 = z.node_m(one) - first_m, z2 = z.node_m(two) - first_m;
  const auto [incident, outgoing] = split_waves(kz_in, z1, field(one), z2, field(two));
  const Index behind = goes_up ? 10 + 2 * cells + cells / 2 + 4 : 10 + cells / 2;
  const complex transmitted =
      field(behind) / std::polar(1.0, -kz_out * (z.node_m(behind) - last_m));
  return {outgoing / incident, transmitted / incident};
}

TEST(StackWave, ConvergesToTheContinuousStackWithOrderTwo) {
  const double k = 2 * k_pi * 1e10 / k_speed_of_light;
  const complex glass = 2.25, slab(6, -0.4);
  for (const double theta : {0.0, 35.0, 180.0, 130.0})
    for (const bool is_te : {true, false})
      for (const double shift : {0.0, 0.3}) {
        SCOPED_TRACE(fmt::format("{} degrees, {}, {} cells", theta, is_te ? "TE" : "TM", shift));
        const bool goes_up = theta < 90;
        const double sine = std::sin(theta * k_pi / 180);
        const StackAnswer exact = transfer_matrix(goes_up ? std::vector<complex>{glass, slab, 1}
                                                          : std::vector<complex>{1, slab, glass},
                                                  {3e-3}, k, sine, is_te);
        double error[3];
        for (int level = 0; level < 3; ++level) {
          const StackAnswer found = on_grid(20 << level, theta, is_te, shift);
          error[level] = std::abs(found.reflection - exact.reflection) +
                         std::abs(found.transmission - exact.transmission);
        }
        EXPECT_LT(error[2], 2e-3);
        EXPECT_GT(std::log2(error[0] / error[2]) / 2, 1.9) << error[0] << " " << error[2];
        // The twin: the other polarisation, where they differ.
        if (std::abs(sine) > 0.1) { // along z they do not
          EXPECT_GT(std::abs(on_grid(40, theta, !is_te, shift).reflection - exact.reflection),
                    0.02);
        }
      }
}

// Total reflection: what decays over many wavelengths overflows nothing.
TEST(StackWave, DecaysBeyondTheCriticalAngle) {
  const double k = 2 * k_pi * 1e10 / k_speed_of_light;
  const IncidentWave wave = wave_along(70, 0, true, k);
  Grid grid{{1, 1, 1500}, {3e-3, 3e-3, 3e-3}, {k_period, k_period, k_layers}, 1e10};
  const Problem problem = layered(grid, {{complex(2.25), 30}, {complex(1), 0}},
                                  {std::polar(1.0, -1.5 * wave.wave_vector[0] * 3e-3), 1, 1});
  const Values e = incident_electric(problem, wave);
  EXPECT_LT(defect(problem, e), 1e-12);
  const auto size = [&](Index k_of_z) {
    return std::abs(e[problem.size() + problem.entry(0, 0, k_of_z)]);
  };
  EXPECT_LT(size(1400), 1e-200);
  EXPECT_LT(size(100), 1e-3 * size(30));
  EXPECT_GT(size(30), 0.1);
}

// One medium gives the plane wave itself.
TEST(StackWave, InOneMediumIsAPlaneWave) {
  const double k = 2 * k_pi * 1e9 / k_speed_of_light;
  for (const bool is_te : {true, false})
    for (const double theta : {40.0, 125.0}) {
      const IncidentWave wave = wave_along(theta, 20, is_te, k);
      Grid grid{{3, 3, 30}, {3e-3, 3e-3, 3e-3}, {k_period, k_period, k_layers}};
      Problem problem = layered(grid, {{complex(2.25), 0}});
      const IncidentTable on_grid(problem, wave);
      problem.layers.has_stack_waves = false;
      const IncidentTable continuous(problem, wave);
      double difference_e = 0, difference_h = 0;
      for (int c = 0; c < 3; ++c)
        for (Index i = 0; i < 30; ++i) {
          difference_e = std::max(difference_e, std::abs(on_grid.electric(c, 1, 2, i) -
                                                         continuous.electric(c, 1, 2, i)));
          difference_h = std::max(difference_h, std::abs(on_grid.magnetic(c, 1, 2, i) -
                                                         continuous.magnetic(c, 1, 2, i)));
        }
      // (k n h)^2 / 24 of the phase over one radian and a half, and of the ratio of E to H.
      EXPECT_LT(difference_e, 2 * 1e-3);
      EXPECT_LT(difference_h, 1.5 * 2 / k_eta0 * 1e-3);
      EXPECT_GT(difference_e, 1e-6);
    }
}

TEST(StackWave, NeedsALosslessHalfSpaceToComeFrom) {
  EXPECT_EQ(index_of_incidence(complex(4), complex(1, -1), 0.5, "case.json:3:1"), 2);
  EXPECT_EQ(index_of_incidence(complex(4), complex(4), 0, "case.json:3:1"), 2);
  const auto message = [](complex below, complex above, double z) {
    try {
      index_of_incidence(below, above, z, "case.json:3:1");
    } catch (const InputError &error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(message({4, -1}, 1, 0.5).find("case.json:3:1: the plane wave comes through the first"),
            std::string::npos);
  EXPECT_NE(message(4, -20, -0.5).find("through the last layer"), std::string::npos);
  EXPECT_NE(message(4, 1, 0).find("along the layers"), std::string::npos);
}

} // namespace
} // namespace curlew::fdfd::testing
