#include <curlew/solvers/dense/norm_estimate.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace curlew {
namespace {

using Vector = std::vector<std::complex<double>>;

double norm_1(const Vector &x) {
  double sum = 0;
  for (const auto &value : x)
    sum += std::abs(value);
  return sum;
}

Vector signs_of(Vector x) {
  for (auto &value : x)
    value = value == 0.0 ? 1.0 : value / std::abs(value);
  return x;
}

std::size_t largest_of(const Vector &x) {
  const auto smaller = [](const auto &a, const auto &b) { return std::abs(a) < std::abs(b); };
  return static_cast<std::size_t>(std::max_element(x.begin(), x.end(), smaller) - x.begin());
}

} // namespace

// Gradients of |B x|_1 lead to the column of the largest norm; the last vector guards against B
// that hide it.
double estimate_norm_1(std::size_t n, const TimesVector &times) {
  constexpr int k_most_columns = 4; // as in LAPACK: more are hardly ever needed
  Vector y = times(Vector(n, 1.0 / static_cast<double>(n)), Op::none);
  double estimate = norm_1(y);
  std::size_t column = n;
  for (int i = 0; i < k_most_columns; ++i) {
    const Vector gradient = times(signs_of(std::move(y)), Op::conjugate);
    const std::size_t next = largest_of(gradient);
    if (column < n && std::abs(gradient[next]) <= std::abs(gradient[column]))
      break;
    column = next;
    Vector unit(n);
    unit[column] = 1;
    y = times(std::move(unit), Op::none);
    const double found = norm_1(y);
    if (found <= estimate)
      break;
    estimate = found;
  }
  Vector alternating(n);
  for (std::size_t i = 0; i < n; ++i)
    alternating[i] = (i % 2 == 0 ? 1 : -1) * (1 + static_cast<double>(i) / std::max(n - 1.0, 1.0));
  return std::max(estimate, 2 * norm_1(times(std::move(alternating), Op::none)) / (3.0 * n));
}

} // namespace curlew
