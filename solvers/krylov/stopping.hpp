#pragma once

#include <curlew/solvers/krylov/solve_report.hpp>

namespace curlew {

// Criterion by which an iteration stops, for solvers that are called with a residual instead of a
// right-hand side.
struct Stopping {
  double norm_f = 0;    // norm of the right-hand side
  double tolerance = 0; // limit of the residual, over norm_f
  int max_iterations = 0;
  const std::function<void(int, double)> *watch = nullptr;

  // Writes an iteration's residual into the report. Returns whether it is small enough.
  bool reached(double residual_norm, SolveReport &report) const {
    report.residual = residual_norm / norm_f;
    report.history.push_back(report.residual);
    if (watch != nullptr && *watch)
      (*watch)(report.iterations, report.residual);
    return report.residual <= tolerance;
  }
};

} // namespace curlew
