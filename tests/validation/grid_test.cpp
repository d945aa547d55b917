// Absorbing layers, periodic slabs, convergence and solvers of method fdfd.
#include "solved_grid.hpp"

#include <curlew/core/error.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

// The scattered field of a sphere in a domain against one of twice the size, 8 cells off the
// layers.
TEST(FdfdLayer, SendsBackLessThanMinus60Decibels) {
  const auto text = [](double size, int pml) {
    return fmt::format(
        R"({{"method": "fdfd", "grid": {{"cell": 0.01, "size": [{0}, {0}, {0}],
             "pml": {{"cells": {1}}}}}, "materials": {{"m": {{"eps_r": 4}}}},
             "objects": [{{"shape": "sphere", "center": [0, 0, 0], "radius": 0.06,
                           "material": "m"}}],
             "frequency": 1e9, "solver": {{"tolerance": 1e-8}},
             "excitations": [{{"name": "w", "type": "plane-wave", "direction": [0, 0, 1],
                               "polarization": [1, 0, 0]}}]}})",
        size, pml);
  };
  const auto change = [&](int pml) {
    const SolvedGrid small = solve_grid(text(0.48, pml)), large = solve_grid(text(0.96, pml));
    const Index shift = 24, first = pml + 8, last = 48 - pml - 8;
    double difference = 0, norm = 0;
    for (int c = 0; c < 3; ++c)
      for (Index k = first; k < last; ++k)
        for (Index j = first; j < last; ++j)
          for (Index i = first; i < last; ++i) {
            const complex a =
                small.electric[c * small.problem.size() + small.problem.entry(i, j, k)];
            const complex b = large.electric[c * large.problem.size() +
                                             large.problem.entry(i + shift, j + shift, k + shift)];
            difference += std::norm(a - b);
            norm += std::norm(b);
          }
    return 10 * std::log10(difference / norm);
  };
  EXPECT_LT(change(10), -60);
  EXPECT_GT(change(3), -60); // the twin: three cells do not
}

// A slab of eps 4, 6 mm thick, at 10 GHz, 40 cells per wavelength in it, under Bloch's condition:
// exact coefficients of the tangential E by the transmission line that replaces it.
struct Slab {
  complex reflection, transmission;
};
Slab exact_slab(double theta_deg, bool is_te) {
  const double k = 2 * k_pi * 10e9 / k_speed_of_light, sine = std::sin(theta_deg * k_pi / 180);
  const double kz0 = k * std::sqrt(1 - sine * sine), kz1 = k * std::sqrt(4 - sine * sine);
  // Admittances but for a common factor.
  const double y0 = is_te ? kz0 : 1 / kz0, y1 = is_te ? kz1 : 4 / kz1;
  const complex j(0, 1);
  const double angle = kz1 * 0.006;
  const complex b = std::cos(angle) + j * (y0 / y1) * std::sin(angle);
  const complex c = y0 * std::cos(angle) + j * y1 * std::sin(angle);
  return {(y0 * b - c) / (y0 * b + c), 2 * y0 / (y0 * b + c)};
}

// Fitted on one entry before and one behind the slab: what travels there is one plane wave.
Slab measured_slab(double theta_deg, bool is_te) {
  const double sine = std::sin(theta_deg * k_pi / 180), cosine = std::cos(theta_deg * k_pi / 180);
  const std::string polarization =
      is_te ? "[0, 1, 0]" : fmt::format("[{:.17g}, 0, {:.17g}]", cosine, -sine);
  const SolvedGrid grid = solve_grid(fmt::format(
      R"({{"method": "fdfd",
          "grid": {{"cell": 0.000375, "size": [0.0015, 0.0015, 0.042], "pml": {{"cells": 20}}}},
          "boundaries": {{"x-": {{"type": "periodic"}}, "x+": {{"type": "periodic"}},
                          "y-": {{"type": "periodic"}}, "y+": {{"type": "periodic"}}}},
          "materials": {{"m": {{"eps_r": 4}}}},
          "objects": [{{"shape": "box", "min": [-1, -1, -0.003], "max": [1, 1, 0.003],
                        "material": "m"}}],
          "frequency": 1e10, "solver": {{"tolerance": 1e-9, "max_iterations": 100000}},
          "excitations": [{{"name": "w", "type": "plane-wave",
                            "direction": [{:.17g}, 0, {:.17g}], "polarization": {}}}]}})",
      sine, cosine, polarization));
  const int c = is_te ? 1 : 0;
  const Problem &problem = grid.problem;
  const YeeFields fields = grid.fields();
  const double kz = problem.wavenumber * cosine;
  // z from the middle; the incident wave is 1 at the origin's plane.
  const Index before = 30, behind = 82;
  const double amplitude = is_te ? 1 : cosine;
  const auto place = [&](Index k) { return problem.e_position_m(c, 0, 0, k); };
  const auto phase = [&](double x, double z) {
    return std::exp(complex(0, -problem.wavenumber * sine * x - kz * z));
  };
  const complex scattered = fields.electric(c, {0, 0, before});
  const complex total = fields.total_electric(c, {0, 0, behind});
  Slab slab;
  // E_r = R exp(-j kx x + j kz (z - z1) - j kz z1), z1 = -3 mm the front face
  const auto at = place(before);
  slab.reflection =
      scattered / amplitude / (phase(at[0], -0.003) * std::exp(complex(0, kz * (at[2] + 0.003))));
  const auto to = place(behind);
  // E_t = T exp(-j kx x - j kz (z - z2)) exp(-j kz z1), z2 = 3 mm the back face
  slab.transmission = total / amplitude / (phase(to[0], to[2]) * std::exp(complex(0, kz * 0.006)));
  return slab;
}

TEST(FdfdSlab, ReflectsAndTransmitsAsItsTransmissionLine) {
  for (const double theta : {0.0, 45.0})
    for (const bool is_te : {true, false}) {
      SCOPED_TRACE(fmt::format("{} degrees, {}", theta, is_te ? "TE" : "TM"));
      const Slab exact = exact_slab(theta, is_te), slab = measured_slab(theta, is_te);
      EXPECT_NEAR(std::abs(slab.reflection), std::abs(exact.reflection), 0.005);
      EXPECT_NEAR(std::abs(slab.transmission), std::abs(exact.transmission), 0.005);
      // At 45 degrees the test distinguishes the other polarisation.
      if (theta > 0) {
        EXPECT_GT(
            std::abs(std::abs(slab.reflection) - std::abs(exact_slab(theta, !is_te).reflection)),
            0.02);
      }
    }
}

// In a box whose walls are conducting across axis d, and magnetic or periodic otherwise, a current
// J_c = sin(pi d / L) drives E_c = -j omega mu0 J_c / ((pi/L)^2 - k^2) and nothing else.
double relative_error(int d, int cells) {
  const int c = (d + 1) % 3; // the component
  Problem problem;
  problem.wavenumber = 2;
  for (int a = 0; a < 3; ++a) {
    const Wall wall = a == d ? Wall::pec : Wall::periodic;
    problem.axes[a] = make_axis(a == d ? cells : 4, 1.0 / cells, 0, wall, wall, {}, 2);
  }
  problem.eps = {1, 1};
  RightHandSide side;
  side.f.resize(problem.unknowns());
  std::vector<complex> exact(problem.unknowns());
  for (int one = 0; one < 3; ++one)
    for (Index k = 0; k < problem.count(2); ++k)
      for (Index j = 0; j < problem.count(1); ++j)
        for (Index i = 0; i < problem.count(0); ++i) {
          const std::array<Index, 3> at{i, j, k};
          problem.eps_id[one].push_back(one != d && at[d] == 0 ? 0 : 1);
          if (one != c)
            continue;
          const double value = std::sin(k_pi * problem.e_position_m(one, i, j, k)[d]);
          const Offset e = one * problem.size() + problem.entry(i, j, k);
          side.f[e] = value;
          exact[e] = value / (k_pi * k_pi - 4);
        }
  Case input;
  const SolverChoice choice{Variant::fused, SolverMethod::cocg, {}, false, 0, {}};
  const auto solver = make_field_solver(Backend::serial, input, problem, choice);
  std::vector<complex> e;
  SolveReport report;
  solver->solve(side, e, {1e-12, 1000, {}}, report);
  double difference = 0, norm = 0;
  for (std::size_t n = 0; n < e.size(); ++n) {
    difference += std::norm(e[n] - exact[n]);
    norm += std::norm(exact[n]);
  }
  return std::sqrt(difference / norm);
}

TEST(FdfdOrder, IsTwoAlongEveryAxis) {
  std::array<double, 3> fine;
  for (int d = 0; d < 3; ++d) {
    const double coarse = relative_error(d, 16);
    fine[d] = relative_error(d, 32);
    const double order = std::log2(coarse / fine[d]);
    EXPECT_GT(order, 1.9) << "xyz"[d];
    EXPECT_LT(order, 2.1) << "xyz"[d];
  }
  EXPECT_NEAR(fine[1] / fine[0], 1, 1e-6);
  EXPECT_NEAR(fine[2] / fine[0], 1, 1e-6);
}

// A point current in empty space: a Hertzian dipole, and the background's inverse is the answer.
TEST(FdfdCurrent, RadiatesAsADipole) {
  const SolvedGrid grid = solve_grid(
      R"({"method": "fdfd", "grid": {"cell": 0.01, "size": [0.6, 0.6, 0.6]}, "frequency": 1e9,
          "excitations": [{"name": "d", "type": "current", "point": [0, 0, 0.005],
                           "direction": [0, 0, 1]}]})");
  EXPECT_LE(grid.report.iterations, 2);
  const Problem &problem = grid.problem;
  const double k = problem.wavenumber;
  // E_z on the equator, r away: -j k eta0 / (4 pi r) (1 + 1/(jkr) - 1/(kr)^2) exp(-jkr).
  for (const Index away : {10, 15, 18}) { // closer, the cells are coarse for its 1 / r^3
    const double r = 0.01 * away;
    const complex jkr(0, k * r);
    const complex exact = complex(0, -k * k_eta0 / (4 * k_pi * r)) *
                          (1.0 + 1.0 / jkr + 1.0 / (jkr * jkr)) * std::exp(-jkr);
    const complex found = grid.electric[2 * problem.size() + problem.entry(30 + away, 30, 30)];
    EXPECT_LT(std::abs(found - exact), 0.03 * std::abs(exact)) << r; // 30 cells per wavelength
    EXPECT_GT(std::abs(found - std::conj(exact)), 0.1 * std::abs(exact)) << r; // the twin
  }
}

// Returns the power that a point current of 1 A m radiates: its work on the field, -1/2 Re E J*.
double dipole_power(const std::string &layer) {
  constexpr double k_cell = 1e-3;
  const SolvedGrid grid = solve_grid(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {}, "size": [0.044, 0.044, 0.044], "pml": {{{}}}}},
          "frequency": 2.3e8, "excitations": [{{"name": "d", "type": "current",
          "point": [0.0005, 0, 0], "direction": [1, 0, 0]}}]}})",
      k_cell, layer));
  const auto &current = std::get<CurrentSource>(grid.input->excitations[0].source);
  return power_of_current(grid.fields(), make_current_rhs(grid.problem, current, "test").f);
}

// 12 cells off the layers and 1300 in a wavelength, deep in the reactive near field, which is 5000
// times stronger than what radiates: layers stretched out of it leave the power right.
TEST(FdfdLayer, LeavesTheReactiveNearFieldAlone) {
  const double k = 2 * k_pi * 2.3e8 / k_speed_of_light;
  const double exact = k_eta0 * k * k / (12 * k_pi);
  EXPECT_NEAR(dipole_power(R"("cells": 10)") / exact, 1, 0.01); // 1.0058 seen
  // The twin, which is how layers were before: 88 times the power, and of the wrong sign.
  EXPECT_GT(std::abs(dipole_power(R"("cells": 10, "kappa": 1)") / exact - 1), 1);
}

// Two conducting plates a cell apart: the field between them has no component along them and does
// not change across, so that the problem is two-dimensional; the reference has five cells.
TEST(FdfdWalls, AGridOfOneCellIsAParallelPlateGuide) {
  const auto solved = [](int cells) {
    return solve_grid(fmt::format(
        R"({{"method": "fdfd", "grid": {{"cell": [0.01, 0.01, {}], "size": [0.3, 0.3, 0.01],
             "pml": {{"cells": 8}}}}, "boundaries": {{"z-": {{"type": "pec"}},
             "z+": {{"type": "pec"}}}}, "materials": {{"m": {{"eps_r": 3}}}},
             "objects": [{{"shape": "box", "min": [0.02, -0.03, -1], "max": [0.05, 0.03, 1],
                           "material": "m"}}],
             "frequency": 1e9, "solver": {{"tolerance": 1e-9}},
             "excitations": [{{"name": "w", "type": "plane-wave", "direction": [1, 0, 0],
                               "polarization": [0, 0, 1]}}]}})",
        0.01 / cells));
  };
  const SolvedGrid one = solved(1), five = solved(5);
  EXPECT_LE(one.report.residual, 1e-9);
  double difference = 0, norm = 0;
  for (Index j = 0; j < 30; ++j)
    for (Index i = 0; i < 30; ++i) {
      const complex a = one.electric[2 * one.problem.size() + one.problem.entry(i, j, 0)];
      const complex b = five.electric[2 * five.problem.size() + five.problem.entry(i, j, 2)];
      difference += std::norm(a - b);
      norm += std::norm(b);
    }
  EXPECT_LT(std::sqrt(difference / norm), 1e-7);
  EXPECT_GT(norm, 1e-3);
}

// All solvers and variants reach the same field. Layers of 5 cells end before the sphere begins.
TEST(FdfdSolvers, AgreeOnASphere) {
  const auto thin = [](std::string text) {
    const std::string thick = R"("pml": {"cells": 8})";
    return text.replace(text.find(thick), thick.size(), R"("pml": {"cells": 5})");
  };
  const auto with = [&](const std::string &solver, const std::string &variant) {
    return solve_grid(thin(sphere_case(24, R"({"eps_r": 4, "sigma": 0.05})",
                                       fmt::format(R"(, "solver": {{"tolerance": 1e-8, {}}},
                         "discretization": {{"variant": "{}"}})",
                                                   solver, variant))));
  };
  const SolvedGrid expected = with(R"("method": "cocg")", "fused");
  const auto difference = [&](const SolvedGrid &grid) {
    double sum = 0, norm = 0;
    for (std::size_t n = 0; n < grid.electric.size(); ++n) {
      sum += std::norm(grid.electric[n] - expected.electric[n]);
      norm += std::norm(expected.electric[n]);
    }
    return std::sqrt(sum / norm);
  };
  for (const char *solver : {R"("method": "cocr", "preconditioner": "none")",
                             R"("method": "bicgstab-fused")", R"("preconditioner": "background")",
                             R"("preconditioner": {"type": "background", "eps_b": [2.5, -1]})"})
    EXPECT_LT(difference(with(solver, "fused")), 1e-5) << solver;
  for (const char *variant : {"csr", "cas", "cis"})
    EXPECT_LT(difference(with(R"("method": "cocg")", variant)), 1e-5) << variant;
  EXPECT_GT(difference(solve_grid(thin(sphere_case(24, R"({"eps_r": 4})")))), 1e-3); // without loss
}

TEST(FdfdSolvers, RefuseABlochPhaseThatTheyCannotHave) {
  const std::string text =
      R"({"method": "fdfd", "grid": {"cell": 0.01, "size": [0.04, 0.04, 0.4]},
          "materials": {"m": {"eps_r": 4}},
          "objects": [{"shape": "box", "min": [-1, -1, -0.02], "max": [1, 1, 0.02],
                       "material": "m"}],
          "frequency": 1e9, "solver": {"method": "cocg"},
          "boundaries": {"x-": {"type": "periodic"}, "x+": {"type": "periodic"},
                         "y-": {"type": "periodic"}, "y+": {"type": "periodic"}},
          "excitations": [{"name": "w", "type": "plane-wave", "theta": 150, "phi": 0,
                           "pol": "phi"}]})";
  try {
    solve_grid(text);
    FAIL() << "no error";
  } catch (const InputError &error) {
    EXPECT_NE(std::string(error.what()).find("bicgstab"), std::string::npos) << error.what();
  }
}

} // namespace
} // namespace curlew::fdfd::testing
