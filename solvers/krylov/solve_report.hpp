#pragma once

#include <functional>
#include <string>
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
