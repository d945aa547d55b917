#include <curlew/methods/shared/ports/singular_columns.hpp>

#include <cmath>

namespace curlew {
namespace {

std::complex<double> product_of_columns(const ComplexColumn &a, const ComplexColumn &b) {
  std::complex<double> sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += std::conj(a[i]) * b[i];
  return sum;
}

// a, b := (c a - s* b, s a + c b), c real.
void rotate(ComplexColumn &a, ComplexColumn &b, double c, std::complex<double> s) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::complex<double> x = a[i], y = b[i];
    a[i] = c * x - std::conj(s) * y;
    b[i] = s * x + c * y;
  }
}

} // namespace

double length_of(const ComplexColumn &column) {
  return std::sqrt(product_of_columns(column, column).real());
}

SingularColumns singular_columns(std::vector<ComplexColumn> columns) {
  constexpr int k_most_sweeps = 60;
  constexpr double k_orthogonal = 1e-15;
  const std::size_t n = columns.size();
  std::vector<ComplexColumn> vectors(n, ComplexColumn(n));
  for (std::size_t i = 0; i < n; ++i)
    vectors[i][i] = 1;
  bool is_done = false;
  for (int sweep = 0; sweep < k_most_sweeps && !is_done; ++sweep) {
    is_done = true;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) {
        const double a = product_of_columns(columns[p], columns[p]).real();
        const double b = product_of_columns(columns[q], columns[q]).real();
        const std::complex<double> g = product_of_columns(columns[p], columns[q]);
        if (!(std::abs(g) > k_orthogonal * std::sqrt(a * b)))
          continue;
        is_done = false;
        const double zeta = (b - a) / (2 * std::abs(g));
        const double t = (zeta < 0 ? -1 : 1) / (std::abs(zeta) + std::hypot(1, zeta));
        const double c = 1 / std::hypot(1, t);
        const std::complex<double> s = c * t * g / std::abs(g);
        rotate(columns[p], columns[q], c, s);
        rotate(vectors[p], vectors[q], c, s);
      }
  }
  return {std::move(columns), std::move(vectors)};
}

} // namespace curlew
