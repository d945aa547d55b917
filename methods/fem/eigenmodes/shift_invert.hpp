#pragma once

#include <curlew/methods/fem/eigenmodes/eigenpairs.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>

#include <optional>

namespace curlew::fem {

// Applies (S - shift M)^-1 M, with gradients and found vectors projected out.
class ShiftInvert {
public:
  using Vector = std::vector<std::complex<double>>;

  // Keeps a reference to the pencil. The shift is near^2, or beside it where that is an eigenvalue.
  ShiftInvert(const Pencil &pencil, double near, int threads);

  Vector apply(const Vector &x) const;
  // Projects gradients and found vectors out of x.
  void clear(Vector &x) const;
  // Adds x to the found vectors. x^T M x must not vanish.
  void lock(const Vector &x);

  double shift() const { return shift_; }
  const FactorReport &report() const { return factor_->report(); }

private:
  struct Found {
    Vector vector, m_times;
    std::complex<double> square;
  };

  // Factors S - shift M. Returns the residual of a solution. Throws NotConverged where it is not
  // small.
  double factor();
  // Factors S - shift M. Returns false where the shift is an eigenvalue or so near to one that
  // solutions lose the digits that the search needs.
  bool has_regular_matrix();

  const Pencil &pencil_;
  int threads_;
  double shift_;
  std::optional<SparseFactor<Kokkos::complex<double>>> factor_, potentials_;
  HostSparse<double> transposed_;
  std::vector<Found> found_;
};

} // namespace curlew::fem
