#include <curlew/methods/dgtd/small_matrix.hpp>

#include <curlew/core/error.hpp>

#include <cmath>
#include <cstddef>

namespace curlew::dgtd {

void invert_positive(int n, std::vector<double> &matrix) {
  const auto at = [&](int i, int j) -> double & {
    return matrix[static_cast<std::size_t>(i) * n + j];
  };
  for (int j = 0; j < n; ++j) { // Cholesky's factor in the lower triangle
    for (int k = 0; k < j; ++k)
      for (int i = j; i < n; ++i)
        at(i, j) -= at(i, k) * at(j, k);
    if (!(at(j, j) > 0))
      throw InputError("the mass matrix of a tet is not positive: the tet is flat");
    const double root = std::sqrt(at(j, j));
    for (int i = j; i < n; ++i)
      at(i, j) /= root;
  }
  for (int j = 0; j < n; ++j) { // its inverse
    at(j, j) = 1 / at(j, j);
    for (int i = j + 1; i < n; ++i) {
      double sum = 0;
      for (int k = j; k < i; ++k)
        sum -= at(i, k) * at(k, j);
      at(i, j) = sum / at(i, i);
    }
  }
  for (int i = 0; i < n; ++i) // L^-T L^-1
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (int k = i; k < n; ++k)
        sum += at(k, i) * at(k, j);
      at(j, i) = sum; // the old values of the upper triangle are not read
      if (i == j)
        at(i, i) = sum;
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      at(i, j) = at(j, i);
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
