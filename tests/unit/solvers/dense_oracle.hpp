// Small matrices written out in full: the oracle of products and preconditioners.
#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/sparse/sparse_matrix.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace curlew::testing {

using complex = std::complex<double>;
using Values = std::vector<complex>;

struct Dense {
  int rows, columns;
  Values values;

  Dense(int rows, int columns)
      : rows(rows), columns(columns), values(std::size_t(rows) * columns) {}
  complex &operator()(int i, int j) { return values[std::size_t(i) * columns + j]; }
  complex operator()(int i, int j) const { return values[std::size_t(i) * columns + j]; }

  Values times(const Values &x) const {
    Values y(rows);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        y[i] += (*this)(i, j) * x[j];
    return y;
  }
};

// Returns a random matrix of few entries, square but for `ghosts` more columns; the rows and
// columns in `fixed` are empty. It is far from symmetric; the diagonal is the largest of its row.
inline Dense random_sparse(int rows, int ghosts, const std::vector<int> &fixed = {},
                           unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(-1, 1);
  Dense a(rows, rows + ghosts);
  const auto is_fixed = [&](int i) {
    return std::find(fixed.begin(), fixed.end(), i) != fixed.end();
  };
  for (int i = 0; i < rows; ++i) {
    if (is_fixed(i))
      continue;
    for (int j = 0; j < rows + ghosts; ++j)
      if (!is_fixed(j) && part(random) > 0.7)
        a(i, j) = complex(part(random), part(random)) / 3.0;
    a(i, i) = complex(2 + part(random), part(random));
  }
  return a;
}

template <class Space> Kokkos::View<Kokkos::complex<double> *, Space> to_device(const Values &x) {
  return to_view<Space>("curlew::test::x",
                        std::vector<Kokkos::complex<double>>(x.begin(), x.end()));
}

template <class View> Values to_host(const View &view) {
  const auto values = to_vector(view);
  return Values(values.begin(), values.end());
}

// Its entries that are not 0, by rows.
template <class Space> SparseMatrix<Space, Kokkos::complex<double>> to_sparse(const Dense &a) {
  std::vector<Offset> row_begin{0};
  std::vector<Index> columns;
  std::vector<Kokkos::complex<double>> values;
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < a.columns; ++j)
      if (a(i, j) != 0.0) {
        columns.push_back(j);
        values.push_back(a(i, j));
      }
    row_begin.push_back(static_cast<Offset>(columns.size()));
  }
  return {a.rows, a.columns, to_view<Space>("curlew::test::row_begin", row_begin),
          to_view<Space>("curlew::test::columns", columns),
          to_view<Space>("curlew::test::values", values)};
}

inline Values random_values(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(-1, 1);
  Values x(count);
  for (complex &value : x) {
    const double real = part(random);
    value = complex(real, part(random));
  }
  return x;
}

// Returns the square part's strict triangles and diagonal: k < 0, 0, > 0. Rows whose diagonal is 0
// get 1, so that fixed unknowns stay separate.
inline Dense part_of(const Dense &a, int k, complex factor = 1) {
  Dense part(a.rows, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.rows; ++j)
      if ((k < 0 && j < i) || (k > 0 && j > i) || (k == 0 && i == j))
        part(i, j) = factor * a(i, j);
  if (k == 0)
    for (int i = 0; i < a.rows; ++i)
      if (part(i, i) == 0.0)
        part(i, i) = 1;
  return part;
}

inline Dense sum(const Dense &a, const Dense &b) {
  Dense c = a;
  for (std::size_t i = 0; i < c.values.size(); ++i)
    c.values[i] += b.values[i];
  return c;
}

// Gauss with partial pivoting.
inline Values solve(Dense a, Values b) {
  const int n = a.rows;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k; i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(pivot, k)))
        pivot = i;
    for (int j = 0; j < n; ++j)
      std::swap(a(k, j), a(pivot, j));
    std::swap(b[k], b[pivot]);
    for (int i = k + 1; i < n; ++i) {
      const complex factor = a(i, k) / a(k, k);
      for (int j = k; j < n; ++j)
        a(i, j) -= factor * a(k, j);
      b[i] -= factor * b[k];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      b[i] -= a(i, j) * b[j];
    b[i] /= a(i, i);
  }
  return b;
}

inline double norm(const Values &x) {
  double sum = 0;
  for (const complex &value : x)
    sum += std::norm(value);
  return std::sqrt(sum);
}

inline Values minus(Values x, const Values &y, complex factor = 1) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] -= factor * y[i];
  return x;
}

inline complex inner(const Values &x, const Values &y) {
  complex sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += std::conj(x[i]) * y[i];
  return sum;
}

inline double relative_difference(const Values &x, const Values &y) {
  return norm(minus(x, y)) / norm(y);
}

} // namespace curlew::testing
