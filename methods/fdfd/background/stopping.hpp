#pragma once

#include <curlew/methods/fdfd/solve_report.hpp>

namespace curlew::fdfd {

// When an iteration is to stop, and whom to tell. The norms are of the scattered field's residual.
struct Stopping {
  double norm_f = 0;
  double tolerance = 0; // of the residual, in units of norm_f
  int max_iterations = 0;
  const std::function<void(int, double)> *watch = nullptr;

  // Writes an iteration's residual into the report. Whether it is small enough.
  bool reached(double residual_norm, SolveReport &report) const {
    report.residual = residual_norm / norm_f;
    report.history.push_back(report.residual);
    if (watch != nullptr && *watch)
      (*watch)(report.iterations, report.residual);
    return report.residual <= tolerance;
  }
};

} // namespace curlew::fdfd
