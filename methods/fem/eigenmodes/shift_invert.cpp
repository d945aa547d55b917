#include <curlew/methods/fem/eigenmodes/shift_invert.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/fem/solve/complex_vectors.hpp>
#include <curlew/solvers/sparse/host_products.hpp>
#include <curlew/solvers/vector/host_columns.hpp>

#include <utility>

namespace curlew::fem {
namespace {

constexpr double k_detuning = 1e-3; // change of a shift that is an eigenvalue
constexpr double k_regular = 1e-9;  // largest residual of a solution with a regular matrix

} // namespace

ShiftInvert::ShiftInvert(const Pencil &pencil, double near, int threads)
    : pencil_(pencil), threads_(threads), shift_(near * near) {
  if (!has_regular_matrix()) {
    shift_ *= 1 + k_detuning;
    factor();
  }
  if (pencil.gradient.column_count == 0)
    return;
  transposed_ = transpose(pencil.gradient, threads);
  potentials_.emplace(triple_product(for_factor(pencil.m), pencil.gradient, threads),
                      symmetric_factor(threads));
}

ShiftInvert::Vector ShiftInvert::apply(const Vector &x) const {
  Vector y = multiply(pencil_.m, x, threads_);
  factor_->solve(reinterpret_cast<Kokkos::complex<double> *>(y.data()));
  clear(y);
  return y;
}

void ShiftInvert::clear(Vector &x) const {
  if (potentials_) {
    Vector potential = multiply(transposed_, multiply(pencil_.m, x, threads_), threads_);
    potentials_->solve_unchecked(reinterpret_cast<Kokkos::complex<double> *>(potential.data()));
    add(x, -1, multiply(pencil_.gradient, potential, threads_));
  }
  for (const Found &found : found_)
    add(x, -bilinear(found.m_times, x) / found.square, found.vector);
}

void ShiftInvert::lock(const Vector &x) {
  Vector m_times = multiply(pencil_.m, x, threads_);
  const std::complex<double> square = bilinear(x, m_times);
  found_.push_back({x, std::move(m_times), square});
}

double ShiftInvert::factor() {
  factor_.emplace(for_factor(sum_of(pencil_.s, -shift_, pencil_.m)), symmetric_factor(threads_));
  std::vector<Kokkos::complex<double>> one(pencil_.s.rows, 1);
  return factor_->solve(one.data());
}

bool ShiftInvert::has_regular_matrix() {
  try {
    return factor() < k_regular;
  } catch (const NotConverged &) {
    return false;
  }
}

} // namespace curlew::fem
