#include <curlew/methods/dgtd/small_matrix.hpp>

#include <curlew/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace curlew::dgtd {

// Rows are contiguous: the factor lies in the upper triangle as L^T, its inverse in the lower one,
// and each inner loop runs along a row.
void invert_positive(int n, std::vector<double> &matrix) {
  const auto row = [&](int i) { return matrix.data() + static_cast<std::size_t>(i) * n; };
  std::vector<double> scratch(3 * static_cast<std::size_t>(n), 0);
  double *const diagonal = scratch.data(), *const inverse = diagonal + n, *const sums = inverse + n;
  for (int i = 0; i < n; ++i) // only the lower triangle counts
    for (int j = 0; j < i; ++j)
      row(j)[i] = row(i)[j];
  for (int j = 0; j < n; ++j) { // Cholesky's factor
    double *const own = row(j);
    for (int k = 0; k < j; ++k) {
      const double *const other = row(k);
      const double factor = other[j];
      for (int i = j; i < n; ++i)
        own[i] -= other[i] * factor;
    }
    if (!(own[j] > 0))
      throw InputError("the mass matrix of a tet is not positive: the tet is flat");
    const double root = std::sqrt(own[j]);
    for (int i = j; i < n; ++i)
      own[i] /= root;
    diagonal[j] = own[j];
    inverse[j] = 1 / own[j];
  }
  for (int i = 0; i < n; ++i) { // its inverse
    std::fill(sums, sums + i, 0);
    for (int k = 0; k < i; ++k) {
      const double *const other = row(k);
      const double factor = other[i];
      for (int j = 0; j < k; ++j)
        sums[j] -= factor * other[j];
      sums[k] -= factor * inverse[k];
    }
    for (int j = 0; j < i; ++j)
      row(i)[j] = sums[j] / diagonal[i];
  }
  for (int i = 0; i < n; ++i)
    row(i)[i] = inverse[i];
  for (int i = 0; i < n; ++i) { // L^-T L^-1: row i needs the rows from i on
    std::fill(sums, sums + i + 1, 0);
    for (int k = i; k < n; ++k) {
      const double *const other = row(k);
      const double factor = other[i];
      for (int j = 0; j <= i; ++j)
        sums[j] += factor * other[j];
    }
    std::copy(sums, sums + i + 1, row(i));
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      row(j)[i] = row(i)[j];
}

std::vector<double> product(int n, const std::vector<double> &a, const std::vector<double> &b) {
  const int rows = static_cast<int>(a.size()) / n, columns = static_cast<int>(b.size()) / n;
  std::vector<double> result(static_cast<std::size_t>(rows) * columns, 0);
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < columns; ++j)
        result[i * columns + j] += a[i * n + k] * b[k * columns + j];
  return result;
}

std::vector<double> scaled(std::vector<double> matrix, double factor) {
  for (double &entry : matrix)
    entry *= factor;
  return matrix;
}

} // namespace curlew::dgtd
