#include <curlew/solvers/krylov_history.hpp>

#include <cstdio>
#include <sstream>

namespace curlew {

std::vector<double> residuals_in(const std::string &log) {
  std::vector<double> residuals;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    int iteration = 0;
    double residual = 0;
    if (std::sscanf(line.c_str(), " Iter %d, [ 1] : %lf", &iteration, &residual) != 2)
      continue;
    // The last one is printed twice; a restart prints its first again.
    if (iteration == static_cast<int>(residuals.size()))
      residuals.push_back(residual);
    else if (iteration + 1 == static_cast<int>(residuals.size()))
      residuals.back() = residual;
  }
  return residuals;
}

} // namespace curlew
