#pragma once

#include <functional>
#include <string>
#include <vector>

namespace curlew::fdfd {

struct SolveOptions {
  double tolerance = 1e-6; // |f - A E| / |f|, 2-norms over the free entries
  int max_iterations = 20000;
  std::function<void(int iteration, double residual)> watch; // called now and then, where given
};

// How a solve went. Solvers throw NotConverged, whose text says the numbers, and fill this first.
struct SolveReport {
  int iterations = 0;
  int applications = 0; // of the operator, or of the background's inverse where that is what costs
  double residual = 0;  // |f - A E| / |f| from E itself
  std::vector<double>
      history; // the same as the recurrence has it: before the first iteration, and after each
  double setup_s = 0, solve_s = 0;
};

} // namespace curlew::fdfd
