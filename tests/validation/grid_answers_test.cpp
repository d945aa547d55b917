// Method fdfd against formulas: currents and their images, orders of an array of dipoles, slabs of
// uniaxial, magnetic and almost vanishing permittivity.
#include "solved_grid.hpp"

#include <curlew/methods/fdfd/outputs/diffraction.hpp>
#include <curlew/tests/support/transfer_matrix.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd::testing {
namespace {

constexpr double k_wavenumber = 2 * k_pi; // the wavelength is 1 m
constexpr double k_moment = 0.01;         // A m
const char *const k_periodic =
    R"("x-": {"type": "periodic"}, "x+": {"type": "periodic"},
       "y-": {"type": "periodic"}, "y+": {"type": "periodic"})";

struct Dipole {
  double cell;
  std::array<int, 3> cells;
  Point origin, at;
  const char *direction, *boundaries;
  int layer = 10;
};

double delivered(const Dipole &one) {
  const auto &[nx, ny, nz] = one.cells;
  const SolvedGrid grid = solve_grid(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {0:.17g}, "size": [{1:.17g}, {2:.17g}, {3:.17g}],
            "origin": [{4:.17g}, {5:.17g}, {6:.17g}], "pml": {{"cells": {12}}}}},
          "boundaries": {{{11}}}, "frequency": 299792458,
          "excitations": [{{"name": "d", "type": "current",
            "point": [{7:.17g}, {8:.17g}, {9:.17g}], "direction": {10}, "amplitude": 0.01}}]}})",
      one.cell, nx * one.cell, ny * one.cell, nz * one.cell, one.origin[0], one.origin[1],
      one.origin[2], one.at[0], one.at[1], one.at[2], one.direction, one.boundaries, one.layer));
  const auto &current = std::get<CurrentSource>(grid.input->excitations[0].source);
  return power_of_current(grid.fields(), make_current_rhs(grid.problem, current, "test").f);
}

double free_power() {
  return k_eta0 * std::pow(k_wavenumber * k_moment, 2) / (12 * k_pi);
}

// Power that a dipole takes from a parallel one at its side, over its own.
double beside(double distance) {
  const double x = k_wavenumber * distance;
  return 1.5 * (std::sin(x) / x + std::cos(x) / (x * x) - std::sin(x) / (x * x * x));
}

// Two walls make three images, of which that over the edge has the dipole's own sign.
TEST(FdfdAnswers, ADipoleBesideAnEdgeOfWallsRadiatesWithItsImages) {
  constexpr double k_cell = 1.0 / 30;
  for (const auto &[x, z] : {std::pair(0.2, 0.15), std::pair(0.45, 0.3)}) {
    const double found = delivered({k_cell,
                                    {40, 40, 40},
                                    {0, -20 * k_cell, 0},
                                    {x, 0, z},
                                    "[0, 1, 0]",
                                    R"("x-": {"type": "pec"}, "z-": {"type": "pec"})"}) /
                         free_power();
    const double right = 1 - beside(2 * x) - beside(2 * z) + beside(2 * std::hypot(x, z));
    EXPECT_NEAR(found, right, 0.005);                     // 0.33231 for 0.3315, 1.54896 for 1.55018
    EXPECT_GT(std::abs(right - 1 + beside(2 * z)), 0.05); // the twin: one image alone
  }
}

// Into both directions of a rectangular guide: P = I^2 l^2 Z / (2 a b) sin^2(pi x / a).
TEST(FdfdAnswers, ADipoleInAGuideFeedsItsMode) {
  constexpr double k_width = 0.7, k_height = 0.35, k_cell = 0.035;
  const double beta = std::sqrt(std::pow(k_wavenumber, 2) - std::pow(k_pi / k_width, 2));
  for (const double x : {0.35, 0.2}) {
    const double right = std::pow(k_moment * std::sin(k_pi * x / k_width), 2) * k_eta0 *
                         k_wavenumber / beta / (2 * k_width * k_height);
    const double found = delivered({k_cell,
                                    {20, 10, 60},
                                    {0, 0, -30 * k_cell},
                                    {x, 0.14, 0.01},
                                    "[0, 1, 0]",
                                    R"("x-": {"type": "pec"}, "x+": {"type": "pec"},
                                       "y-": {"type": "pec"}, "y+": {"type": "pec"})",
                                    12});
    EXPECT_NEAR(found / right, 1, 0.006);
  }
}

// Each order of an array of dipoles is a wave of the share J of a current sheet: TE with J / 2
// times eta k / kz, TM with eta kz / k; over a wall it comes back turned around.
TEST(FdfdAnswers, AnArrayOfDipolesRadiatesIntoItsOrders) {
  for (const auto &[period, height] :
       {std::pair(0.6, 0.0), std::pair(1.35, 0.0), std::pair(1.35, 0.3)}) {
    const double cell = period / 24;
    const bool has_wall = height > 0;
    const std::string walls =
        std::string(k_periodic) + (has_wall ? R"(, "z-": {"type": "pec"})" : "");
    const double found = delivered({cell,
                                    {24, 24, has_wall ? 54 : 72},
                                    {-period / 2, -period / 2, has_wall ? 0 : -36 * cell},
                                    {0.07, 0.02, height},
                                    "[1, 0, 0]",
                                    walls.c_str(),
                                    12});
    double right = 0;
    for (int m = -3; m <= 3; ++m)
      for (int n = -3; n <= 3; ++n) {
        const double kx = 2 * k_pi * m / period, ky = 2 * k_pi * n / period,
                     kt = std::hypot(kx, ky), square = std::pow(k_wavenumber, 2) - kt * kt;
        if (square <= 0)
          continue;
        const double kz = std::sqrt(square), half = k_moment / (period * period) / 2;
        const double tm = kt > 0 ? half * kx / kt : half, te = kt > 0 ? half * ky / kt : 0;
        const double side = 0.5 * period * period * k_eta0 *
                            (tm * tm * kz / k_wavenumber + te * te * k_wavenumber / kz);
        right += side * (has_wall ? std::norm(1.0 - std::polar(1.0, -2 * kz * height)) : 2);
      }
    EXPECT_NEAR(found / right, 1, 0.012) << period << ' ' << height; // 1e-5, 0.009, 0.006 seen
  }
}

// A slab under a wave along x and z, one cell across.
struct Slab {
  std::string material;
  double thickness, cell, off = 0, theta_deg = 0;
  bool is_te = true;
};

Diffraction powers_of(const Slab &slab) {
  const double t = slab.theta_deg * k_pi / 180, low = slab.off * slab.cell;
  const auto cells_of = [&](double length) {
    return static_cast<int>(std::lround(length / slab.cell));
  };
  const int below = std::max(cells_of(0.6), 20), cells = below + std::max(cells_of(0.9), 26);
  const SolvedGrid grid = solve_grid(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {0:.17g}, "size": [{0:.17g}, {0:.17g}, {1:.17g}],
            "origin": [0, 0, {2:.17g}], "pml": {{"cells": 12}}}},
          "boundaries": {{{3}}}, "materials": {{"m": {4}}},
          "objects": [{{"shape": "box", "min": [-1, -1, {5:.17g}], "max": [1, 1, {6:.17g}],
                        "material": "m"}}],
          "frequency": 299792458, "solver": {{"tolerance": 1e-9}},
          "excitations": [{{"name": "w", "type": "plane-wave",
            "direction": [{7:.17g}, 0, {8:.17g}], "polarization": {9}}}]}})",
      slab.cell, cells * slab.cell, -below * slab.cell, k_periodic, slab.material, low,
      low + slab.thickness, std::sin(t), -std::cos(t),
      slab.is_te ? "[0, 1, 0]" : fmt::format("[{:.17g}, 0, {:.17g}]", std::cos(t), std::sin(t))));
  return diffraction(grid.fields(), grid.incident, {}, order_planes(grid.problem, {}, "test"), 2);
}

// Reflection of a slab with its wavenumber and admittance over those of vacuum.
complex slab_reflection(complex kz, complex admittance, double thickness) {
  const complex c = std::cos(kz * thickness), s = complex(0, 1) * std::sin(kz * thickness);
  return s * (1.0 / admittance - admittance) / (2.0 * c + s * (1.0 / admittance + admittance));
}

// TM: kz^2 = eps_x (k^2 - kx^2 / eps_z), admittance eps_x / kz.
TEST(FdfdAnswers, AUniaxialSlabReflectsByBothItsConstants) {
  const double sine = std::sin(50 * k_pi / 180), cosine = std::cos(50 * k_pi / 180);
  const auto right = [&](double along, double across) {
    const double kz = k_wavenumber * std::sqrt(along * (1 - sine * sine / across));
    return std::norm(slab_reflection(kz, along * k_wavenumber * cosine / kz, 0.2));
  };
  for (const double off : {0.0, 0.4}) {
    const double found =
        powers_of({R"({"eps_r": [5, 5, 2]})", 0.2, 1.0 / 60, off, 50, false}).reflected;
    EXPECT_NEAR(found, right(5, 2), 0.012) << off;
  }
  EXPECT_GT(std::abs(right(5, 5) - right(5, 2)), 0.03); // the twin
}

TEST(FdfdAnswers, AMagneticSlabReflectsWithItsFacesAnywhere) {
  const double sine = std::sin(40 * k_pi / 180), cosine = std::cos(40 * k_pi / 180);
  const complex eps(3, -0.002 * k_eta0 / k_wavenumber);
  const complex kz = k_wavenumber * std::sqrt(2.0 * eps - sine * sine);
  for (const bool is_te : {true, false}) {
    const complex admittance =
        is_te ? kz / (2.0 * k_wavenumber * cosine) : eps * k_wavenumber * cosine / kz;
    const double right = std::norm(slab_reflection(kz, admittance, 0.3));
    for (const double off : {0.0, 0.4}) {
      const Diffraction found =
          powers_of({R"({"eps_r": 3, "mu_r": 2, "sigma": 0.002})", 0.3, 1.0 / 50, off, 40, is_te});
      EXPECT_NEAR(found.reflected, right, 0.006) << is_te << off; // 0.005 seen
    }
  }
}

// Permittivities of both signs near 0, where E across is 20 times that outside.
TEST(FdfdAnswers, AFilmOfAlmostNoPermittivityAbsorbsWhatItShould) {
  for (const double real : {0.05, -0.05})
    for (const double off : {0.0, 0.4}) {
      const auto right = curlew::test::transfer_matrix({1, complex(real, -0.1), 1}, {0.1},
                                                       k_wavenumber, 0.5, false);
      const Diffraction found = powers_of(
          {fmt::format(R"({{"eps_r": {}, "sigma": {:.17g}}})", real, 0.1 * k_wavenumber / k_eta0),
           0.1, 1.0 / 60, off, 30, false});
      EXPECT_NEAR(found.reflected, std::norm(right.reflection), 0.002);
      EXPECT_NEAR(found.transmitted, std::norm(right.transmission), 0.002);
    }
}

// Films thinner than a cell, anywhere in it: their share of each edge is exact.
TEST(FdfdAnswers, AFilmOfAQuarterCellReflectsAsThickOnesDo) {
  for (const double off : {0.0, 0.3, 0.9})
    for (const double thickness : {0.25, 0.5, 2.0}) { // of a cell of 1/20
      const double right =
          std::abs(curlew::test::transfer_matrix({1, 4, 1}, {thickness / 20}, k_wavenumber, 0, true)
                       .reflection);
      const auto error = [&](int cells) {
        return std::sqrt(powers_of({R"({"eps_r": 4})", thickness / 20, 1.0 / cells,
                                    off * cells / 20, 0, true})
                             .reflected) -
               right;
      };
      EXPECT_LT(std::abs(error(20)), thickness < 1 ? 0.013 : 0.025) << off << ' ' << thickness;
      EXPECT_LT(std::abs(error(40)), thickness < 1 ? 0.0035 : 0.007) << off << ' ' << thickness;
    }
}

} // namespace
} // namespace curlew::fdfd::testing
