#include <curlew/core/signal/nonnegative_fit.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

// Added to the diagonal, relative to columns of length 1: columns that are the same to rounding
// share their weight.
constexpr double k_ridge = 1e-13;
constexpr double k_least_gain = 1e-11; // of a column that is worth taking

// Solves the equations of the columns in `active` by Cholesky's factorisation.
std::vector<double> solve_active(const NormalEquations &equations,
                                 const std::vector<std::size_t> &active) {
  const std::size_t n = active.size();
  std::vector<std::vector<double>> l(n, std::vector<double>(n, 0.0));
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = equations.gram[active[i]][active[j]] + (i == j ? k_ridge : 0);
      for (std::size_t k = 0; k < j; ++k)
        sum -= l[i][k] * l[j][k];
      l[i][j] = i == j ? std::sqrt(std::max(sum, k_ridge)) : sum / l[j][j];
    }
    double sum = equations.projection[active[i]];
    for (std::size_t k = 0; k < i; ++k)
      sum -= l[i][k] * x[k];
    x[i] = sum / l[i][i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k)
      x[i] -= l[k][i] * x[k];
    x[i] /= l[i][i];
  }
  return x;
}

// Returns the column outside of the active set that lowers the residual most; the count of columns
// where none does.
std::size_t best_column(const NormalEquations &equations, const std::vector<double> &x,
                        const std::vector<char> &is_active) {
  std::size_t best = x.size();
  double largest = k_least_gain;
  for (std::size_t c = 0; c < x.size(); ++c) {
    if (is_active[c])
      continue;
    double gradient = equations.projection[c];
    for (std::size_t k = 0; k < x.size(); ++k)
      gradient -= equations.gram[c][k] * x[k];
    if (gradient > largest) {
      largest = gradient;
      best = c;
    }
  }
  return best;
}

} // namespace

std::vector<double> solve_nonnegative(const NormalEquations &equations) {
  const std::size_t count = equations.projection.size();
  std::vector<double> x(count, 0.0);
  std::vector<char> is_active(count, 0);
  for (std::size_t round = 0; round < 3 * count; ++round) {
    const std::size_t column = best_column(equations, x, is_active);
    if (column == count)
      break;
    is_active[column] = 1;
    for (bool is_feasible = false; !is_feasible;) {
      std::vector<std::size_t> active;
      for (std::size_t c = 0; c < count; ++c)
        if (is_active[c])
          active.push_back(c);
      const std::vector<double> target = solve_active(equations, active);
      double step = 1;
      for (std::size_t k = 0; k < active.size(); ++k)
        if (target[k] <= 0)
          step = std::min(step, x[active[k]] / (x[active[k]] - target[k]));
      is_feasible = step == 1;
      for (std::size_t k = 0; k < active.size(); ++k) {
        double &value = x[active[k]];
        value += step * (target[k] - value);
        if (!is_feasible && target[k] <= 0 && value <= k_ridge) {
          value = 0;
          is_active[active[k]] = 0;
        }
      }
    }
  }
  return x;
}

} // namespace curlew
