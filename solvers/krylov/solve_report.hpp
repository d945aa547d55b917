#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace curlew {

struct SolveOptions {
  double tolerance = 1e-6; // |b - A x| / |b|, 2-norms
  int max_iterations = 20000;
  // Called during the iterations with the recurrence's residual. An exception of the function ends
  // the solve.
  std::function<void(int iteration, double residual)> watch = {};
  // Iterations between two checks of the residual by the host; 0: chosen for the space.
  int batch = 0;
  // What else the caller offers, for the end of the message of a solve that did not converge.
  std::string advice = {};

  SolveOptions with_advice(std::string text) const {
    SolveOptions options = *this;
    options.advice = std::move(text);
    return options;
  }
};

// Report of a solve. Solvers that throw NotConverged fill it first.
struct SolveReport {
  // Method, preconditioner and variant that ran; set by the code that chooses among them.
  std::string solver;
  int iterations = 0;
  // Applications of the operator, or of the background's inverse where that is the main cost.
  int applications = 0;
  double residual = 0; // |b - A x| / |b| from x itself
  // The residual of the recurrence: before the first iteration, and after each.
  std::vector<double> history;
  double setup_s = 0, solve_s = 0;
};

} // namespace curlew
