// Dense complex matrices with a known inverse, and their products by definition.
#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>
#include <vector>

namespace curlew::testing {

using DenseSpaces = ::testing::Types<CURLEW_IF_CUDA(Kokkos::Cuda, ) Host>;

// Column by column.
struct Columns {
  int rows, columns;
  std::vector<std::complex<double>> values;

  Columns(int rows, int columns)
      : rows(rows), columns(columns), values(std::size_t(rows) * columns) {}
  std::complex<double> &operator()(int i, int j) { return values[i + std::size_t(j) * rows]; }
  std::complex<double> operator()(int i, int j) const { return values[i + std::size_t(j) * rows]; }
};

struct Square : Columns {
  explicit Square(int n) : Columns(n, n) {}
};

template <class Space> DenseMatrix<Space> to_matrix(const Columns &a) {
  const DenseMatrix<Space> matrix("curlew::test::matrix", a.rows, a.columns);
  const auto host = Kokkos::create_mirror_view(matrix);
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i)
      host(i, j) = Kokkos::complex<double>(a(i, j).real(), a(i, j).imag());
  Kokkos::deep_copy(matrix, host);
  return matrix;
}

template <class Matrix> Columns to_columns(const Matrix &matrix) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), matrix);
  Columns a(static_cast<int>(matrix.extent(0)), static_cast<int>(matrix.extent(1)));
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i)
      a(i, j) = {host(i, j).real(), host(i, j).imag()};
  return a;
}

inline Columns random_columns(int rows, int columns, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(-1, 1);
  Columns a(rows, columns);
  for (auto &value : a.values) {
    const double real = part(random);
    value = {real, part(random)};
  }
  return a;
}

// Random with a heavier diagonal, of no symmetry; its rows are exchanged, so that pivots matter.
inline Square well_conditioned(int n) {
  Square a(n);
  a.values = random_columns(n, n, 1).values;
  for (int i = 0; i < n; ++i)
    a((11 * i + 3) % n, i) += std::complex<double>(n, 0.5 * n);
  return a;
}

inline Columns identity(int n) {
  Columns a(n, n);
  for (int i = 0; i < n; ++i)
    a(i, i) = 1;
  return a;
}

// H_u D H_v and H_v D^-1 H_u with reflections H = 1 - 2 u u^H / |u|^2 and a diagonal that falls
// from 1 to 1 / condition by equal ratios: the condition number of the 2-norm.
struct KnownInverse {
  Square matrix, inverse;

  KnownInverse(int n, double condition) : matrix(n), inverse(n) {
    const Columns u = random_columns(n, 1, 2), v = random_columns(n, 1, 3);
    for (int i = 0; i < n; ++i) {
      const std::complex<double> phase = std::polar(1.0, 0.1 * i);
      const double size = std::pow(condition, -double(i) / std::max(n - 1, 1));
      matrix(i, i) = size * phase;
      inverse(i, i) = 1.0 / (size * phase);
    }
    reflect_rows(matrix, u);
    reflect_columns(matrix, v);
    reflect_rows(inverse, v);
    reflect_columns(inverse, u);
  }

private:
  static double square_norm(const Columns &u) {
    double sum = 0;
    for (const auto &value : u.values)
      sum += std::norm(value);
    return sum;
  }
  static void reflect_rows(Square &a, const Columns &u) { // H_u a
    for (int j = 0; j < a.columns; ++j) {
      std::complex<double> inner = 0;
      for (int i = 0; i < a.rows; ++i)
        inner += std::conj(u(i, 0)) * a(i, j);
      inner *= 2 / square_norm(u);
      for (int i = 0; i < a.rows; ++i)
        a(i, j) -= inner * u(i, 0);
    }
  }
  static void reflect_columns(Square &a, const Columns &u) { // a H_u
    for (int i = 0; i < a.rows; ++i) {
      std::complex<double> inner = 0;
      for (int j = 0; j < a.columns; ++j)
        inner += a(i, j) * u(j, 0);
      inner *= 2 / square_norm(u);
      for (int j = 0; j < a.columns; ++j)
        a(i, j) -= inner * std::conj(u(j, 0));
    }
  }
};

inline Columns times(const Square &a, Op op, const Columns &x) {
  Columns y(x.rows, x.columns);
  for (int j = 0; j < x.columns; ++j)
    for (int k = 0; k < a.columns; ++k)
      for (int i = 0; i < a.rows; ++i)
        if (op == Op::none)
          y(i, j) += a(i, k) * x(k, j);
        else
          y(k, j) += (op == Op::transpose ? a(i, k) : std::conj(a(i, k))) * x(i, j);
  return y;
}

inline Columns minus(Columns x, const Columns &y) {
  for (std::size_t i = 0; i < x.values.size(); ++i)
    x.values[i] -= y.values[i];
  return x;
}

// Frobenius.
inline double norm(const Columns &x) {
  double sum = 0;
  for (const auto &value : x.values)
    sum += std::norm(value);
  return std::sqrt(sum);
}

inline double norm_1(const Columns &a) {
  double most = 0;
  for (int j = 0; j < a.columns; ++j) {
    double sum = 0;
    for (int i = 0; i < a.rows; ++i)
      sum += std::abs(a(i, j));
    most = std::max(most, sum);
  }
  return most;
}

} // namespace curlew::testing
