// A gold-like sphere from a table and from the fit of that table, against Mie's series with the
// formula that the table was made of.
#include "solved_grid.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/fit_poles.hpp>
#include <curlew/io/tables/permittivity_file.hpp>
#include <curlew/tests/support/paths.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace curlew::fdfd::testing {
namespace {

using curlew::test::Mie;

// A Drude metal with two critical points, of the form of P. G. Etchegoin et al., J. Chem. Phys. 125
// (2006) 164705; e^{-i omega t} there.
complex gold_like(double wavelength_m) {
  const complex i(0, 1);
  const double nm = wavelength_m * 1e9;
  const auto point = [&](double amplitude, double phase, double at_nm, double width_nm) {
    return amplitude / at_nm *
           (std::exp(i * phase) / (1 / at_nm - 1 / nm - i / width_nm) +
            std::exp(-i * phase) / (1 / at_nm + 1 / nm + i / width_nm));
  };
  const complex eps = 1.53 - 1.0 / (145.0 * 145.0 * (1 / (nm * nm) + i / (17000 * nm))) +
                      point(0.94, -k_pi / 4, 468, 2300) + point(1.36, -k_pi / 4, 331, 940);
  return std::conj(eps);
}

// Rows every 5 nm, of n and k with six digits.
std::filesystem::path write_table() {
  const std::filesystem::path folder =
      std::filesystem::path(curlew::test::output_path()) / "gold_table";
  std::filesystem::create_directories(folder);
  std::ofstream file(folder / "gold.csv");
  file << "wavelength (nm),n,k\n";
  for (int nm = 400; nm <= 800; nm += 5) {
    const complex index = std::sqrt(gold_like(nm * 1e-9));
    file << fmt::format("{},{:.6g},{:.6g}\n", nm, std::abs(index.real()), std::abs(index.imag()));
  }
  return folder / "gold.csv";
}

PoleFit fit_of(const PermittivityTable &table) {
  PermittivitySamples samples;
  const double low = table.frequencies_hz().front(), high = table.frequencies_hz().back();
  for (int i = 0; i < 120; ++i) {
    samples.frequencies_hz.push_back(std::min(low + (high - low) * i / 119, high));
    samples.eps.push_back(table.at(samples.frequencies_hz.back()));
  }
  return fit_poles(samples, {});
}

TEST(GoldTable, BetweenRowsItFollowsTheFormula) {
  const PermittivityTable table = read_permittivity_file(write_table());
  for (double nm = 402.5; nm < 800; nm += 5) {
    const complex exact = gold_like(nm * 1e-9);
    EXPECT_LT(std::abs(table.at(k_speed_of_light / (nm * 1e-9)) - exact), 1e-3 * std::abs(exact))
        << nm;
  }
}

// Mie's series of both: what a method in time can come to with the fit.
TEST(GoldTable, ItsFitAbsorbsWithinTwoPercent) {
  const PermittivityTable table = read_permittivity_file(write_table());
  const PoleFit fit = fit_of(table);
  double worst = 0;
  for (const double radius : {10e-9, 50e-9})
    for (double nm = 400; nm <= 800; nm += 4) {
      const double wavenumber = 2 * k_pi / (nm * 1e-9), f = k_speed_of_light / (nm * 1e-9);
      const Mie exact({radius, gold_like(nm * 1e-9), 1, false}, wavenumber),
          fitted({radius, fit.eps_inf + fit.poles.at(f), 1, false}, wavenumber);
      worst = std::max(worst, std::abs(fitted.q_absorption() / exact.q_absorption() - 1));
    }
  EXPECT_LT(worst, 0.02);
  EXPECT_LE(fit.poles.debye.size() + fit.poles.lorentz.size() + fit.poles.drude.size(), 8u);
}

struct Powers {
  double scattering, absorption; // over those of Mie
};

Powers solved(const std::string &constants, double wavelength_m) {
  const double radius = 2e-8, f = k_speed_of_light / wavelength_m;
  const SolvedGrid grid = solve_grid(
      fmt::format(R"({{"method": "fdfd", "grid": {{"cell": 2e-9, "size": [1.2e-7, 1.2e-7, 1.2e-7]}},
          "materials": {{"m": {{{}}}}},
          "objects": [{{"shape": "sphere", "center": [0, 0, 0], "radius": 2e-8, "material": "m"}}],
          "frequency": {:.17g},
          "excitations": [{{"name": "w", "type": "plane-wave", "direction": [0, 0, 1],
                           "polarization": [1, 0, 0]}}]}})",
                  constants, f),
      0, Backend::serial);
  const Mie exact({radius, gold_like(wavelength_m), 1, false}, wavenumber_of(f));
  const NodeBox box = huygens_box(grid.problem, scatterer_box(grid.problem), "test");
  const double area = k_pi * radius * radius * std::pow(amplitude(grid.incident), 2) / (2 * k_eta0);
  return {power_through(huygens_surface(grid.fields(), box, 2)) / area / exact.q_scattering(),
          absorbed_power(grid.fields(), 2) / area / exact.q_absorption()};
}

// 10 cells in a radius. The grid's own error is that of complex constants of the formula itself.
TEST(GoldTable, ASphereOnAGridHasMiesCrossSections) {
  const std::string table = fmt::format(R"("table": "{}")", write_table().string());
  const double wavelength_m = 577.3e-9; // between two rows
  const Powers found = solved(table, wavelength_m);
  EXPECT_NEAR(found.scattering, 1, 0.05);
  EXPECT_NEAR(found.absorption, 1, 0.15);
  const complex eps = gold_like(wavelength_m);
  const Powers direct =
      solved(fmt::format(R"("eps_r": [{:.17g}, {:.17g}])", eps.real(), eps.imag()), wavelength_m);
  EXPECT_NEAR(found.scattering / direct.scattering, 1, 2e-3);
  EXPECT_NEAR(found.absorption / direct.absorption, 1, 2e-3);
  // The twin: a row 5 nm off is another metal.
  const complex next = gold_like(wavelength_m + 5e-9);
  const Powers other =
      solved(fmt::format(R"("eps_r": [{:.17g}, {:.17g}])", next.real(), next.imag()), wavelength_m);
  EXPECT_GT(std::abs(other.absorption / direct.absorption - 1), 1e-2);
}

} // namespace
} // namespace curlew::fdfd::testing
