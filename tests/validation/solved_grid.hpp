#pragma once

#include <curlew/core/constants.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/methods/fdfd/case/check_case.hpp>
#include <curlew/methods/fdfd/make_problem.hpp>
#include <curlew/methods/fdfd/outputs/powers.hpp>
#include <curlew/methods/fdfd/solve/field_solver.hpp>
#include <curlew/methods/fdfd/solve/plan.hpp>
#include <curlew/tests/support/mie.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace curlew::fdfd::testing {

// A case of method fdfd, one of its solves done in memory.
struct SolvedGrid {
  std::unique_ptr<Case> input; // plans point into it
  Problem problem;
  std::vector<complex> electric; // scattered
  IncidentWave incident;
  SolveReport report;

  YeeFields fields() const { return YeeFields(problem, electric, incident); }
};

// `text`: a case; `which` of its solves.
inline SolvedGrid solve_grid(const std::string &text, std::size_t which = 0,
                             Backend backend = compiled_backends().back()) {
  const CaseFormat format = make_case_format({case_method()});
  SolvedGrid grid;
  grid.input = std::make_unique<Case>(parse_case(text, "test.json", ".", format));
  const std::vector<Solve> plan = make_plan(*grid.input);
  const Solve &solve = plan.at(which);
  const double wavenumber = wavenumber_of(solve.frequency_hz);
  grid.problem =
      make_problem(*grid.input, solve.frequency_hz,
                   bloch_phases(*grid.input, wavenumber, solve.wave, solve.case_location), 2);
  const SolverChoice choice = choose_solver(*grid.input, grid.problem);
  const auto solver = make_field_solver(backend, *grid.input, grid.problem, choice);
  const RightHandSide side =
      solve.wave != nullptr
          ? make_plane_wave_rhs(*grid.input, grid.problem, *solve.wave, solve.case_location, 2)
          : make_current_rhs(grid.problem, std::get<CurrentSource>(solve.excitation->source),
                             solve.case_location);
  solver->solve(side, grid.electric,
                {grid.input->solver.tolerance, grid.input->solver.max_iterations, {}}, grid.report);
  if (solve.wave != nullptr)
    grid.incident = make_incident(*solve.wave, wavenumber);
  return grid;
}

// Mean and maximum of |error in dB| of a cut of the cross section, every degree of theta, within 25
// dB of the cut's maximum.
struct CutError {
  double mean_db = 0, max_db = 0;
};

inline CutError cut_error(const SolvedGrid &grid, const curlew::test::Mie &mie, double phi_deg) {
  const NodeBox box = huygens_box(grid.problem, scatterer_box(grid.problem), "test");
  const HuygensSurface surface = huygens_surface(grid.fields(), box, 2);
  std::vector<double> theta, expected_db;
  for (int degree = 0; degree <= 180; ++degree) {
    theta.push_back(degree);
    expected_db.push_back(10 * std::log10(mie.rcs_m2(degree, phi_deg)));
  }
  const double top = *std::max_element(expected_db.begin(), expected_db.end());
  const auto far = far_field(surface, all_directions(theta, {phi_deg}), compiled_backends().back());
  CutError error;
  int counted = 0;
  for (std::size_t d = 0; d < far.size(); ++d) {
    if (expected_db[d] < top - 25)
      continue;
    const double db = 10 * std::log10(cross_section(far[d], amplitude(grid.incident)).total_m2());
    error.mean_db += std::abs(db - expected_db[d]);
    error.max_db = std::max(error.max_db, std::abs(db - expected_db[d]));
    ++counted;
  }
  error.mean_db /= counted;
  return error;
}

// The paper's sphere, 7.2 cm at 1 GHz, on so many cells of a domain of 32 cm; `material` and `more`
// are pieces of JSON.
inline std::string sphere_case(int cells, const std::string &material,
                               const std::string &more = "") {
  return R"({"method": "fdfd", "grid": {"size": [0.32, 0.32, 0.32], "pml": {"cells": 8}, "cell": )" +
         fmt::format("{:.15g}", 0.32 / cells) + R"(}, "materials": {"m": )" + material +
         R"(}, "objects": [{"shape": "sphere", "center": [0, 0, 0], "radius": 0.072,
             "material": "m"}],
            "frequency": 1e9, "excitations": [{"name": "w", "type": "plane-wave",
              "direction": [0, 0, 1], "polarization": [1, 0, 0]}])" +
         more + "}";
}

// Returns a case with this "smoothing" in its grid: true, false or "tensor" in quotes.
inline std::string with_smoothing(std::string text, const std::string &smoothing) {
  return text.insert(text.find("\"pml\""), "\"smoothing\": " + smoothing + ", ");
}

} // namespace curlew::fdfd::testing
