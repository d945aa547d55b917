// Power through boxes and planes of solved grids against the formula, absorption and diffraction.
#include "solved_grid.hpp"

#include <curlew/methods/fdfd/outputs/diffraction.hpp>
#include <curlew/methods/fdfd/outputs/flux.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

std::vector<double> powers(const SolvedGrid &grid) {
  std::vector<double> powers;
  const YeeFields fields = grid.fields();
  for (const FluxSurface &surface : flux_surfaces(*grid.input, grid.problem))
    powers.push_back(power_through(fields, surface, 2));
  return powers;
}

std::string box(const char *name, double low_m, double high_m) {
  return fmt::format(
      R"({{"name": "{0}", "box": {{"min": [{1}, {1}, {1}], "max": [{2}, {2}, {2}]}}}})", name,
      low_m, high_m);
}

// A dipole of 1 A m in the middle of 0.8 m of vacuum, wavelength 1 m, absorbing layers of 0.2 m,
// and what else stands there.
std::string dipole_case(int cells, const std::string &objects, const std::string &fluxes) {
  return fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {0:.17g}, "size": [1.2, 1.2, 1.2],
           "pml": {{"cells": {1}}}}},
          "materials": {{"lossy": {{"eps_r": 3, "sigma": 0.03}}, "copper": {{"pec": true}}}},
          "objects": [{2}], "frequency": 299792458, "solver": {{"tolerance": 1e-8}},
          "excitations": [{{"name": "d", "type": "current", "point": [0, 0, {3:.17g}],
                           "direction": [0, 0, 1]}}],
          "outputs": {{"flux": [{4}]}}}})",
      1.2 / cells, cells / 6, objects, 0.6 / cells, fluxes);
}

// k^2 eta0 |p|^2 / (12 pi)
const double k_dipole_w = 4 * k_pi * k_pi * k_eta0 / (12 * k_pi);

double dipole_error(int cells) {
  const SolvedGrid grid = solve_grid(dipole_case(
      cells, "",
      box("near", -0.15, 0.15) + "," + box("far", -0.4, 0.4) + "," + box("beside", 0.1, 0.3)));
  const std::vector<double> w = powers(grid);
  EXPECT_NEAR(w[1] / w[0], 1, 1e-7); // the solver's residual
  EXPECT_NEAR(w[2] / w[0], 0, 1e-7);
  return w[0] / k_dipole_w - 1;
}

// Whatever the size of the box, at 20 and 40 cells per wavelength with 4 and 8 cells of layer.
// Linear weights have errors of second order: 1.0 and 0.3 %.
TEST(FdfdFlux, OfADipoleIsWhatItRadiates) {
  const double coarse = dipole_error(24), fine = dipole_error(48);
  RecordProperty("error_24", std::to_string(coarse));
  RecordProperty("error_48", std::to_string(fine));
  EXPECT_LT(std::abs(coarse), 0.005);
  EXPECT_LT(std::abs(fine), 0.001);
}

// A lossy sphere and a conductor: a box around each takes in its absorbed power, one around all
// emits the rest.
TEST(FdfdFlux, IntoABoxIsWhatItAbsorbs) {
  const SolvedGrid grid = solve_grid(dipole_case(
      24,
      R"({"shape": "sphere", "center": [0.25, 0.25, 0.25], "radius": 0.11, "material": "lossy"},
         {"shape": "box", "min": [0.25, 0.25, 0.25], "max": [0.35, 0.35, 0.35], "material": "copper"})",
      box("around", 0.1, 0.4) + "," + box("all", -0.4, 0.4) + "," + box("through", 0.25, 0.4)));
  const std::vector<double> w = powers(grid);
  const double absorbed = absorbed_power(grid.fields());
  const double delivered = power_of_current(
      grid.fields(),
      make_current_rhs(grid.problem, std::get<CurrentSource>(grid.input->excitations[0].source),
                       "test")
          .f);
  EXPECT_GT(absorbed, 0.01 * delivered);
  EXPECT_LT(std::abs(w[0] + absorbed), 1e-6 * delivered);
  EXPECT_LT(std::abs(w[1] + absorbed - delivered), 1e-6 * delivered);
  EXPECT_GT(std::abs(w[2] + absorbed), 1e-3 * delivered); // the twin: through the middle
}

// Under a wave in vacuum the field is that of the formula plus the scattered one of the grid: the
// difference is of second order.
TEST(FdfdFlux, UnderAWaveIsWhatASphereAbsorbs) {
  double errors[2];
  for (const int refined : {0, 1}) {
    const std::string text =
        sphere_case(refined == 1 ? 48 : 32, R"({"eps_r": 4, "sigma": 0.05})",
                    R"(, "solver": {"tolerance": 1e-7}, "outputs": {"flux": [)" +
                        box("around", -0.08, 0.08) + "]}");
    const SolvedGrid grid = solve_grid(text);
    const double absorbed = absorbed_power(grid.fields(), 2);
    errors[refined] = std::abs(powers(grid)[0] / absorbed + 1);
  }
  RecordProperty("coarse", std::to_string(errors[0]));
  RecordProperty("fine", std::to_string(errors[1]));
  EXPECT_LT(errors[0], 0.02);
  EXPECT_LT(errors[1], 0.55 * errors[0]); // 0.44 by the second order
}

// Bars on glass in periods under an oblique wave: the power through a plane of one period is the
// sum of the orders on its side, R - 1 or -T of the incident power.
TEST(FdfdFlux, OfAPeriodIsThatOfItsOrders) {
  for (const char *pol : {"te", "tm"}) {
    SCOPED_TRACE(pol);
    const std::string text = fmt::format(
        R"({{"method": "fdfd", "grid": {{"cell": 0.05, "size": [1.2, 0.05, 5.5],
             "origin": [0, 0, -2.5], "pml": {{"cells": 30, "reflection": 1e-12, "kappa": 1}}}},
            "materials": {{"bar": {{"eps_r": 4, "sigma": 0.002}}, "glass": {{"eps_r": 2.25}}}},
            "background": [{{"material": "glass", "top": 0}}, {{"material": "vacuum"}}],
            "objects": [{{"shape": "box", "min": [0, -1, 0], "max": [0.6, 1, 0.5],
                          "material": "bar"}}],
            "boundaries": {{"x-": {{"type": "periodic"}}, "x+": {{"type": "periodic"}},
                            "y-": {{"type": "periodic"}}, "y+": {{"type": "periodic"}}}},
            "frequency": 299792458, "solver": {{"tolerance": 1e-10}},
            "excitations": [{{"name": "w", "type": "plane-wave", "theta": 20, "phi": 0,
                              "pol": "{}"}}],
            "outputs": {{"flux": [{{"name": "above", "plane": {{"axis": "z", "at": 0.9}}}},
                                  {{"name": "below", "plane": {{"axis": "z", "at": -0.6}}}},
                                  {{"name": "seam", "plane": {{"axis": "x", "at": 0}}}},
                                  {{"name": "end", "plane": {{"axis": "x", "at": 1.2}}}},
                                  {{"name": "box", "box": {{"min": [0, 0, -0.6],
                                                           "max": [1.2, 0.05, 0.9]}}}}]}}}})",
        std::string(pol) == "te" ? "phi" : "theta");
    const SolvedGrid grid = solve_grid(text, 0, Backend::serial);
    const Diffraction orders =
        diffraction(grid.fields(), grid.incident, {}, order_planes(grid.problem, {}, "test"), 2);
    const std::vector<double> w = powers(grid);
    const double brought = -w[1] / orders.transmitted; // W
    EXPECT_NEAR(-w[0] / brought, 1 - orders.reflected, 1e-6);
    EXPECT_NEAR(w[4] / brought, -orders.absorbed, 1e-6);
    EXPECT_GT(orders.absorbed, 1e-3);
    EXPECT_NEAR(w[2], w[3], 1e-12 * std::abs(w[2]));
    // The incident power on the grid is a little less than cos 20 / (2 eta0) per m^2.
    EXPECT_NEAR(brought * 2 * k_eta0 / (std::cos(20 * k_pi / 180) * 1.2 * 0.05), 1, 0.03);
  }
}

} // namespace
} // namespace curlew::fdfd::testing
