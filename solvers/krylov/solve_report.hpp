#pragma once

#include <functional>
#include <string>
#include <vector>

namespace curlew {

struct SolveOptions {
  double tolerance = 1e-6; // |b - A x| / |b|, 2-norms
  int max_iterations = 20000;
  // Called during the iterations with the recurrence's residual. What it throws ends the solve.
  std::function<void(int iteration, double residual)> watch = {};
  // Iterations between two looks of the host at the residual; 0: as suits the space.
  int batch = 0;
};

// How a solve went. Solvers that throw NotConverged fill this first.
struct SolveReport {
  std::string solver; // what ran: method, preconditioner, variant; set by who chooses among them
  int iterations = 0;
  int applications = 0; // of the operator, or of the background's inverse where that is what costs
  double residual = 0;  // |b - A x| / |b| from x itself
  // The residual as the recurrence has it: before the first iteration, and after each.
  std::vector<double> history;
  double setup_s = 0, solve_s = 0;
};

} // namespace curlew
