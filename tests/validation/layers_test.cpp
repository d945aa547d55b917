// Layers and periods of method fdfd against transfer matrices and prototypes' counts.
#include "solved_grid.hpp"

#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/outputs/diffraction.hpp>
#include <curlew/tests/support/transfer_matrix.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

namespace curlew::fdfd::testing {
namespace {

using test::split_waves;
using test::StackAnswer;
using test::transfer_matrix;

constexpr const char *k_periodic = R"("boundaries": {"x-": {"type": "periodic"},
  "x+": {"type": "periodic"}, "y-": {"type": "periodic"}, "y+": {"type": "periodic"}})";

std::string wave_text(double theta_deg, bool is_te) {
  const double t = theta_deg * k_pi / 180, sine = std::sin(t), cosine = std::cos(t);
  return fmt::format(
      R"("excitations": [{{"name": "w", "type": "plane-wave", "direction": [{:.17g}, 0, {:.17g}],
         "polarization": {}}}])",
      sine, cosine, is_te ? "[0, 1, 0]" : fmt::format("[{:.17g}, 0, {:.17g}]", cosine, -sine));
}

// A slab of eps 4, a quarter of its wavelength at 10 GHz thick, as an object on glass; one cell
// across. Reflected and transmitted tangential E.
struct SlabOnGlass {
  int cells = 40; // per wavelength in the slab
  double theta_deg = 0;
  bool is_te = true;
  int pml = 10;
  double around = 1;    // wavelengths of the slab between it and the absorbing layers
  bool on_glass = true; // false: a mistaken background
};

// Return the cells of the slab, and between it and the ends of the domain.
int cells_inside(const SlabOnGlass &slab) {
  return slab.cells / 4;
}
int cells_around(const SlabOnGlass &slab) {
  return static_cast<int>(std::lround(slab.around * slab.cells)) + slab.pml;
}
double cell_of(const SlabOnGlass &slab) {
  return k_speed_of_light / 1e10 / 2 / slab.cells;
}

// Returns a case whose layers have a fixed number of cells and become thinner with the cell. Below
// half a wavelength "auto" would stretch the layers, which would lower the order of convergence.
std::string slab_case(const SlabOnGlass &slab) {
  const double cell_m = cell_of(slab);
  const int inside = cells_inside(slab), around = cells_around(slab), count = 2 * around + inside;
  return fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {0:.17g}, "size": [{0:.17g}, {0:.17g}, {1:.17g}],
           "origin": [0, 0, {2:.17g}], "pml": {{"cells": {3}, "kappa": 1}}}}, {4},
          "materials": {{"slab": {{"eps_r": 4}}, "glass": {{"eps_r": {5}}}}},
          "background": [{{"material": "glass", "top": 0}}, {{"material": "vacuum"}}],
          "objects": [{{"shape": "box", "min": [-1, -1, 0], "max": [1, 1, {6:.17g}],
                        "material": "slab"}}],
          "frequency": 1e10, "solver": {{"tolerance": 1e-10}}, {7}}})",
      cell_m, count * cell_m, -around * cell_m, slab.pml, k_periodic, slab.on_glass ? 2.25 : 1.0,
      inside * cell_m, wave_text(slab.theta_deg, slab.is_te));
}

StackAnswer measured(const SlabOnGlass &slab) {
  const double cell_m = cell_of(slab);
  const int inside = cells_inside(slab), around = cells_around(slab);
  const SolvedGrid grid = solve_grid(slab_case(slab), 0, Backend::serial);
  EXPECT_EQ(grid.problem.layers.above, 1.0);
  const int c = slab.is_te ? 1 : 0;
  const YeeFields fields = grid.fields();
  const double k = grid.problem.wavenumber, sine = std::sin(slab.theta_deg * k_pi / 180);
  const bool goes_up = slab.theta_deg < 90;
  const double in_index = goes_up ? 1.5 : 1, in_eps = goes_up ? 2.25 : 1,
               out_eps = goes_up ? 1 : 2.25, sign = goes_up ? 1 : -1;
  const auto kz = [&](double eps) {
    return sign * std::sqrt(k * k * (eps - in_index * in_index * sine * sine));
  };
  const double first_m = goes_up ? 0 : inside * cell_m, last_m = goes_up ? inside * cell_m : 0;
  const auto total = [&](Index node) { return fields.total_electric(c, {0, 0, node}); };
  const auto z_of = [&](Index node) { return grid.problem.axes[2].node_m(node); };
  const Index below = around - slab.cells / 2, above = around + inside + slab.cells / 2,
              one = goes_up ? below : above, two = one + slab.cells / 10,
              behind = goes_up ? above : below;
  const auto [in, out] =
      split_waves(kz(in_eps), z_of(one) - first_m, total(one), z_of(two) - first_m, total(two));
  const complex transmitted =
      total(behind) / std::polar(1.0, -kz(out_eps) * (z_of(behind) - last_m));
  return {out / in, transmitted / in};
}

StackAnswer exact(const SlabOnGlass &slab) {
  const bool goes_up = slab.theta_deg < 90;
  const double k = 2 * k_pi * 1e10 / k_speed_of_light;
  return transfer_matrix(
      goes_up ? std::vector<complex>{2.25, 4, 1} : std::vector<complex>{1, 4, 2.25},
      {k_speed_of_light / 1e10 / 8}, k, std::sin(slab.theta_deg * k_pi / 180), slab.is_te);
}

double error_of(const StackAnswer &found, const StackAnswer &exact) {
  return std::max(std::abs(std::abs(found.reflection) - std::abs(exact.reflection)),
                  std::abs(std::abs(found.transmission) - std::abs(exact.transmission)));
}

TEST(FdfdLayers, ASlabOnGlassReflectsAndTransmitsAsItShould) {
  for (const double theta : {0.0, 25.0, 180.0, 140.0}) // 25 in glass is 39 degrees above it
    for (const bool is_te : {true, false}) {
      SCOPED_TRACE(fmt::format("{} degrees, {}", theta, is_te ? "TE" : "TM"));
      SlabOnGlass slab;
      slab.theta_deg = theta;
      slab.is_te = is_te;
      const StackAnswer answer = exact(slab);
      double error[3], with_phase[3];
      for (int level = 0; level < 3; ++level) {
        slab.cells = 20 << level;
        const StackAnswer found = measured(slab);
        error[level] = error_of(found, answer);
        with_phase[level] = std::abs(found.reflection - answer.reflection) +
                            std::abs(found.transmission - answer.transmission);
      }
      RecordProperty(fmt::format("error_{}_{}", theta, is_te ? "te" : "tm"),
                     fmt::format("{:.3g} {:.3g} {:.3g}", error[0], error[1], error[2]));
      EXPECT_LT(error[1], 0.003);
      EXPECT_GT(std::log2(with_phase[0] / with_phase[2]) / 2, 1.8)
          << with_phase[0] << " " << with_phase[1] << " " << with_phase[2];
      slab.cells = 40;
      slab.on_glass = false; // the twin
      EXPECT_GT(error_of(measured(slab), answer), 0.02);
    }
}

TEST(FdfdLayers, TheirAnswerDoesNotDependOnTheDomain) {
  for (const bool is_te : {true, false}) {
    SlabOnGlass slab;
    slab.theta_deg = 140;
    slab.is_te = is_te;
    const StackAnswer usual = measured(slab);
    for (const auto &[pml, around] :
         {std::pair<int, double>{8, 1}, {16, 1}, {10, 0.6}, {10, 1.85}}) {
      slab.pml = pml;
      slab.around = around;
      const StackAnswer other = measured(slab);
      EXPECT_LT(error_of(other, usual), 1e-3) << pml << " " << around;
      EXPECT_LT(std::abs(other.reflection - usual.reflection), 2e-3) << pml << " " << around;
    }
  }
}

double difference(const SolvedGrid &a, const SolvedGrid &b) {
  double sum = 0, norm = 0;
  for (std::size_t n = 0; n < a.electric.size(); ++n) {
    sum += std::norm(a.electric[n] - b.electric[n]);
    norm += std::norm(b.electric[n]);
  }
  return std::sqrt(sum / norm);
}

// A sphere in one medium of index 1.5 is a sphere in vacuum at 1.5 times the frequency, to the last
// digits where the absorbing layers are scaled, too.
TEST(FdfdLayers, OneMediumIsVacuumAtAnotherFrequency) {
  const auto sphere = [](double eps, double frequency_hz, double reflection,
                         const std::string &more) {
    return solve_grid(fmt::format(
                          R"({{"method": "fdfd", "grid": {{"size": [0.32, 0.32, 0.32], "cell": 0.02,
                 "pml": {{"cells": 4, "reflection": {:.17g}}}}},
                "materials": {{"m": {{"eps_r": {}}}, "medium": {{"eps_r": 2.25}}}},
                "objects": [{{"shape": "sphere", "center": [0, 0, 0], "radius": 0.06,
                              "material": "m"}}],
                "frequency": {:.17g}, "solver": {{"tolerance": 1e-10}}{}, {}}})",
                          reflection, eps, frequency_hz, more, wave_text(35, false)),
                      0, Backend::serial);
  };
  const std::string medium = R"(, "background": "medium")";
  const SolvedGrid in_vacuum = sphere(4, 1.5e9, 1e-8, "");
  const SolvedGrid found = sphere(9, 1e9, std::pow(1e-8, 1 / 1.5), medium);
  EXPECT_LT(difference(found, in_vacuum), 1e-8);
  EXPECT_GT(difference(sphere(9, 1e9, 1e-8, medium), in_vacuum), 1e-6); // other layers
  EXPECT_GT(difference(sphere(9, 1e9, 1e-8, ""), in_vacuum), 0.1);      // the twin
}

// Bars along y, in periods under a wave at 30 degrees, one cell in y.
struct Grating {
  double period = 1.2, width = 0.6, height = 0.5; // lengths in wavelengths
  std::string bars = R"("eps_r": 4)";
  int cells = 40; // per vacuum wavelength
  bool on_glass = false, is_te = true;
  double theta_deg = 150; // direction in which the wave travels
};

std::string grating_case(const Grating &grating, const std::string &more) {
  const double wavelength_m = k_speed_of_light / 1e10, cell_m = wavelength_m / grating.cells;
  const auto cells = [&](double wavelengths) {
    return static_cast<int>(std::lround(wavelengths * grating.cells));
  };
  const int height = cells(1.5) + 20 + cells(grating.height);
  return fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {0:.17g}, "size": [{1:.17g}, {0:.17g}, {2:.17g}],
           "origin": [0, 0, {3:.17g}]}}, {4},
          "materials": {{"bar": {{{5}}}, "glass": {{"eps_r": {6}}}}},
          "background": [{{"material": "glass", "top": 0}}, {{"material": "vacuum"}}],
          "objects": [{{"shape": "box", "min": [0, -1, 0], "max": [{7:.17g}, 1, {8:.17g}],
                        "material": "bar"}}],
          "frequency": 1e10, {9}{10}}})",
      cell_m, cells(grating.period) * cell_m, height * cell_m, -(10 + cells(0.75)) * cell_m,
      k_periodic, grating.bars, grating.on_glass ? 2.25 : 1.0, cells(grating.width) * cell_m,
      cells(grating.height) * cell_m, wave_text(grating.theta_deg, grating.is_te), more);
}

int iterations_of(const Grating &grating) {
  const SolvedGrid grid =
      solve_grid(grating_case(grating, R"(, "solver": {"tolerance": 1e-7})"), 0, Backend::serial);
  EXPECT_EQ(choose_solver(*grid.input, grid.problem).method, SolverMethod::gcr);
  return grid.report.iterations;
}

// Counts of a prototype by GMRES with a sparse factorisation in the place of the inverse, which
// this undercuts (the diagonal of Support).
TEST(FdfdGrating, TakesNoMoreIterationsThanThePrototypeOnAnyCells) {
  const auto expect_about = [&](const char *name, const Grating &grating, int expected) {
    const int found = iterations_of(grating);
    RecordProperty(name, found);
    EXPECT_GE(found, 10) << name;
    EXPECT_LE(found, expected) << name;
  };
  Grating grating;
  expect_about("eps_4", grating, 28);
  grating.bars = R"("eps_r": 12)";
  expect_about("eps_12_40", grating, 79);
  grating.cells = 80;
  expect_about("eps_12_80", grating, 81);
  grating.cells = 40;
  grating.on_glass = true;
  expect_about("eps_12_on_glass", grating, 81);
}

// A block on glass, 20 x 14 x 24 cells, lit by a wave or a current.
std::string block_case(bool is_bloch, const std::string &solver,
                       const std::string &source = wave_text(150, false),
                       const std::string &objects = R"({"shape": "box", "min": [-0.005, -0.004, 0],
                         "max": [0.006, 0.004, 0.0061], "material": "block"})") {
  return fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": 0.002, "size": [0.04, 0.028, 0.048],
           "pml": {{"cells": 4}}}}, {0}
          "materials": {{"block": {{"eps_r": 6, "sigma": 0.3}}, "glass": {{"eps_r": 2.25}}}},
          "background": [{{"material": "glass", "top": -0.0004}}, {{"material": "vacuum"}}],
          "objects": [
{1}],
          "frequency": 1e10, "solver": {{"tolerance": 1e-9{2}}}, {3}}})",
      is_bloch ? std::string(k_periodic) + "," : "", objects, solver, source);
}

// The layers' inverse leads to the field that methods without it find, of waves and of a current.
TEST(FdfdLayers, EverySolverFindsTheSameField) {
  const std::string current = R"("excitations": [{"name": "d", "type": "current",
    "point": [0.001, 0.0005, 0.0113], "direction": [1, 1, 2]}])";
  for (const bool is_bloch : {false, true})
    for (const std::string &source : {wave_text(150, false), current}) {
      SCOPED_TRACE(source + (is_bloch ? " Bloch" : ""));
      const SolvedGrid found = solve_grid(block_case(is_bloch, "", source), 0, Backend::serial);
      const SolvedGrid expected = solve_grid(
          block_case(is_bloch, R"(, "method": "bicgstab-fused", "max_iterations": 100000)", source),
          0, Backend::serial);
      EXPECT_LT(difference(found, expected), 1e-6);
      EXPECT_LT(found.report.iterations, expected.report.iterations / 10);
    }
  const SolvedGrid wave = solve_grid(block_case(true, ""), 0, Backend::serial);
  const SolvedGrid other =
      solve_grid(block_case(true, "", wave_text(149, false)), 0, Backend::serial);
  EXPECT_GT(difference(wave, other), 1e-3); // the twin
}

// Returns a case of conductors and mu on glass, 20 x 14 x 24 cells: sheets and wires, whose
// outlines have a mu of their own, solids, one that fills a period.
std::string rows_case(bool is_bloch, const std::string &objects, const std::string &solver) {
  return fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": 0.002, "size": [0.04, 0.028, 0.048],
           "pml": {{"cells": 4}}}}, {}
          "materials": {{"block": {{"eps_r": 6, "sigma": 0.3}}, "glass": {{"eps_r": 2.25}}{}}},
          "background": [{{"material": "glass", "top": -0.0004}}, {{"material": "vacuum"}}],
          "objects": [{}], "frequency": 1e10, "solver": {{"tolerance": 1e-8{}}}, {}}})",
      is_bloch ? std::string(k_periodic) + "," : "",
      objects.find("ferrite") == std::string::npos
          ? R"(, "copper": {"pec": true})"
          : R"(, "ferrite": {"eps_r": 3, "mu_r": 4, "sigma_m": 3000})",
      objects, solver, wave_text(150, false));
}

TEST(FdfdLayers, ConductorsAndMuAreSolvedByTheInverse) {
  const char *const cases[] = {
      R"({"shape": "sheet", "min": [-0.005, -0.004, 0.002], "max": [0.0062, 0.004, 0.002],
          "material": "copper"})",
      R"({"shape": "sheet", "min": [-1, -0.004, 0], "max": [1, 0.004, 0], "material": "copper"})",
      R"({"shape": "sheet", "min": [-0.008, 0.002, -0.004], "max": [0.008, 0.002, 0.005],
          "material": "copper"})",
      R"({"shape": "box", "min": [-0.005, -0.004, 0], "max": [0.006, 0.004, 0.0061],
          "material": "copper"},
         {"shape": "box", "min": [-0.005, -0.004, -0.004], "max": [0.006, 0.004, 0],
          "material": "block"})",
      R"({"shape": "wire", "points": [[-0.006, 0, 0.004], [0.006, 0, 0.004]], "radius": 0.0002,
          "material": "copper"})",
      R"({"shape": "box", "min": [-0.005, -0.004, 0], "max": [0.006, 0.004, 0.0061],
          "material": "ferrite"})",
      R"({"shape": "box", "min": [-1, -1, 0], "max": [1, 0.004, 0.0061], "material": "ferrite"})"};
  std::string counts;
  for (const bool is_bloch : {true, false})
    for (const std::string objects : cases) {
      if (!is_bloch && objects.find("-1,") != std::string::npos)
        continue; // reaches into the layers
      SCOPED_TRACE(objects + (is_bloch ? " Bloch" : ""));
      const SolvedGrid found = solve_grid(rows_case(is_bloch, objects, ""), 0, Backend::serial);
      EXPECT_EQ(choose_solver(*found.input, found.problem).method, SolverMethod::gcr);
      const SolvedGrid expected = solve_grid(
          rows_case(is_bloch, objects, R"(, "method": "bicgstab-fused", "max_iterations": 100000)"),
          0, Backend::serial);
      counts += fmt::format(" {}/{}", found.report.iterations, expected.report.iterations);
      EXPECT_LT(difference(found, expected), 1e-6);
      EXPECT_LT(found.report.iterations, 250); // a solid's walls are the worst
      EXPECT_LT(found.report.iterations, expected.report.iterations / 3);
    }
  RecordProperty("iterations", counts);
  const std::string sheet = cases[0], ferrite = cases[5]; // twins
  const auto moved = [](std::string text, const char *what, const char *with) {
    return text.replace(text.find(what), std::strlen(what), with);
  };
  for (const auto &[one, other] : {std::pair{sheet, moved(sheet, "0.0062", "0.0082")},
                                   std::pair{ferrite, moved(ferrite, "0.0061", "0.0081")}})
    EXPECT_GT(difference(solve_grid(rows_case(true, one, ""), 0, Backend::serial),
                         solve_grid(rows_case(true, other, ""), 0, Backend::serial)),
              1e-2);
}

// Strips of half a period of 0.6 wavelengths on glass, 0.1 thick, of a metal by its eps and as
// conductors; a prototype took 43 iterations for the metal.
TEST(FdfdGrating, MetalStripsTakeFewIterationsOnAnyCells) {
  for (const bool is_metal : {true, false})
    for (const bool is_te : {true, false}) {
      Grating grating{0.6, 0.3, 0.1,
                      is_metal ? R"("eps_r": -20, "sigma": 0.55632)" : R"("pec": true)"};
      grating.on_glass = true;
      grating.is_te = is_te;
      std::string counts;
      for (const int cells : {20, 40, 80}) {
        grating.cells = cells;
        const int found = iterations_of(grating);
        counts += fmt::format(" {}", found);
        EXPECT_LE(found, is_metal ? 51 : 60) << cells << (is_te ? " TE" : " TM");
      }
      RecordProperty(fmt::format("{}_{}", is_metal ? "metal" : "pec", is_te ? "te" : "tm"), counts);
    }
}

TEST(FdfdLayers, ACurrentOverGlassNeedsNoIterations) {
  const SolvedGrid grid = solve_grid(block_case(false, "", R"("excitations": [{"name": "d",
    "type": "current", "point": [0, 0, 0.006], "direction": [0, 0, 1]}])",
                                                ""),
                                     0, Backend::serial);
  EXPECT_LE(grid.report.iterations, 2);
  EXPECT_LT(grid.report.residual, 1e-9);
}

std::string message_of(const std::string &text) {
  try {
    solve_grid(text, 0, Backend::serial);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

TEST(FdfdLayers, AnObjectInAnAbsorbingLayerIsRefusedWithItsLine) {
  const auto box = [](double low, const char *material) {
    return fmt::format(
        R"({{"shape": "box", "min": [-0.005, -0.004, {}], "max": [0.006, 0.004, -0.002],
                         "material": "{}"}})",
        low, material);
  };
  const std::string wave = wave_text(150, false);
  EXPECT_EQ(message_of(block_case(false, "", wave, box(-0.016, "block"))), ""); // ends at the layer
  const std::string message = message_of(block_case(false, "", wave, box(-0.018, "block")));
  EXPECT_NE(message.find("test.json:6:1: under a plane wave this object reaches into the absorbing "
                         "layer z-"),
            std::string::npos)
      << message;
  EXPECT_EQ(message_of(block_case(false, "", wave, box(-0.03, "glass"))),
            ""); // like the background
}

TEST(FdfdLayers, AConstantOfTheInverseIsRefused) {
  const std::string message = message_of(
      block_case(true, R"(, "preconditioner": {"type": "background", "eps_b": [2, -1]})"));
  EXPECT_NE(message.find("\"eps_b\" is one constant everywhere"), std::string::npos) << message;
  EXPECT_NE(message_of(block_case(true, R"(, "method": "cocr")")).find("Bloch phase"),
            std::string::npos);
}

Diffraction orders_of(const SolvedGrid &grid) {
  return diffraction(grid.fields(), grid.incident, {}, order_planes(grid.problem, {}, "test"), 2);
}

double efficiency(const Diffraction &result, const std::string &side, int m, const char *pol) {
  for (const OrderRow &row : result.orders)
    if (row.side == side && row.m == m && row.n == 0 && row.pol == pol)
      return row.efficiency;
  return -1;
}

// A lossless slab on glass has one order above and one below, which carry all reflected and
// transmitted power.
TEST(FdfdDiffraction, OfASlabIsThatOfTheTransferMatrix) {
  for (const double theta : {25.0, 140.0})
    for (const bool is_te : {true, false}) {
      SlabOnGlass slab;
      slab.theta_deg = theta;
      slab.is_te = is_te;
      const StackAnswer answer = exact(slab);
      const SolvedGrid grid = solve_grid(slab_case(slab), 0, Backend::serial);
      const Diffraction result = orders_of(grid);
      ASSERT_EQ(result.orders.size(), 4u);
      const std::string side = theta < 90 ? "below" : "above", pol = is_te ? "te" : "tm";
      EXPECT_NEAR(efficiency(result, side, 0, pol.c_str()), std::norm(answer.reflection), 0.003);
      EXPECT_NEAR(result.sum(), 1, 1e-6);
      EXPECT_LT(efficiency(result, side, 0, is_te ? "tm" : "te"), 1e-20);
      // E itself, to that of the incident wave; transmitted TM waves are turned.
      const double n1 = theta < 90 ? 1.5 : 1, n2 = theta < 90 ? 1 : 1.5,
                   sine = std::sin(theta * k_pi / 180), cosine = std::sqrt(1 - sine * sine),
                   beyond = std::sqrt(1 - std::pow(n1 / n2 * sine, 2));
      for (const OrderRow &row : result.orders) {
        if (row.pol != pol)
          continue;
        const double expected = row.side == side
                                    ? std::abs(answer.reflection)
                                    : std::abs(answer.transmission) * (is_te ? 1 : cosine / beyond);
        EXPECT_NEAR(std::abs(row.amplitude), expected, 0.004) << row.side;
      }
    }
}

// Outgoing power and losses add up to the incident power.
TEST(FdfdDiffraction, PowersAddUp) {
  for (const bool has_losses : {false, true})
    for (const bool is_te : {true, false}) {
      Grating grating;
      grating.is_te = is_te;
      grating.on_glass = true;
      grating.cells = 20;
      grating.bars = has_losses ? R"("eps_r": 6, "sigma": 0.5)" : R"("eps_r": 6)";
      SolvedGrid grid = solve_grid(grating_case(grating, R"(, "solver": {"tolerance": 1e-9})"), 0,
                                   Backend::serial);
      const Diffraction result = orders_of(grid);
      EXPECT_GE(result.orders.size(), 8u);
      // Reflection of absorbing layers of 10 cells.
      EXPECT_NEAR(result.sum(), 1, 5e-4);
      if (has_losses) {
        EXPECT_GT(result.absorbed, 0.1);
      } else {
        EXPECT_EQ(result.absorbed, 0);
      }
      for (complex &value : grid.electric) // the twin: no solution
        value *= 1.01;
      EXPECT_GT(std::abs(orders_of(grid).sum() - 1), 2e-3);
    }
}

// A lossy ball half in glass that the end of the period cuts: the entries that its tensor couples
// lie in both media and in all neighbourhoods, across periods too.
TEST(FdfdDiffraction, PowersAddUpWithTensorSmoothing) {
  const SolvedGrid grid =
      solve_grid(with_smoothing(block_case(true, "", wave_text(150, false),
                                           R"({"shape": "sphere", "center": [0.001, 0.008, 0.001],
                                    "radius": 0.0101, "material": "block"})"),
                                "\"tensor\""),
                 0, Backend::serial);
  ASSERT_FALSE(grid.problem.couplings.empty());
  SolvedGrid without = solve_grid(
      block_case(true, "", wave_text(150, false),
                 R"({"shape": "sphere", "center": [0.001, 0.008, 0.001], "radius": 0.0101,
                     "material": "block"})"),
      0, Backend::serial);
  const Diffraction result = orders_of(grid);
  EXPECT_NEAR(result.sum(), orders_of(without).sum(), 2e-4); // reflection of the layers
  EXPECT_GT(result.absorbed, 0.1);
  // The twin: the losses that the couplings have left out.
  Problem lossless = grid.problem;
  lossless.couplings.is_lossy = false;
  const YeeFields fields(lossless, grid.electric, grid.incident);
  const Diffraction other =
      diffraction(fields, grid.incident, {}, order_planes(lossless, {}, "test"), 2);
  EXPECT_GT(std::abs(other.sum() - result.sum()), 2e-3);
}

// Reciprocity: a wave that comes back along an order's way sends as much into the first one's.
TEST(FdfdDiffraction, IsReciprocal) {
  Grating grating;
  grating.cells = 20;
  // Order -1 above; the way back goes down and to the other side.
  const double sine = std::sin(30 * k_pi / 180) - 1 / grating.period;
  Grating back = grating;
  back.theta_deg = 180 + std::asin(sine) * 180 / k_pi;
  for (const bool is_te : {true, false}) {
    grating.is_te = back.is_te = is_te;
    const auto share = [&](const Grating &one) {
      const SolvedGrid grid =
          solve_grid(grating_case(one, R"(, "solver": {"tolerance": 1e-9})"), 0, Backend::serial);
      return efficiency(orders_of(grid), "above", -1, is_te ? "te" : "tm");
    };
    const double there = share(grating), again = share(back);
    EXPECT_GT(there, 0.001);
    EXPECT_NEAR(again / there, 1, 2e-3);
    Grating other = back; // the twin
    other.theta_deg += 5;
    EXPECT_GT(std::abs(share(other) / there - 1), 0.02);
  }
}

TEST(FdfdDiffraction, NeedsItsPlanesInTheOuterLayers) {
  const SolvedGrid grid = solve_grid(grating_case({}, ""), 0, Backend::serial);
  const auto message = [&](const DiffractionSpec &spec) {
    try {
      order_planes(grid.problem, spec, "test.json:9:1");
    } catch (const InputError &error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message({}), "");
  EXPECT_NE(message({std::nullopt, 0.005, std::nullopt}).find("test.json:9:1: the plane above at"),
            std::string::npos); // in the bar, which is 15 mm high
  EXPECT_NE(message({std::nullopt, -0.01, 0.02}).find("is not below"), std::string::npos);
}

} // namespace
} // namespace curlew::fdfd::testing
