#pragma once

#include <curlew/solvers/krylov/stopping.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>
#include <curlew/solvers/vector/columns.hpp>

#include <optional>
#include <string>
#include <vector>

namespace curlew {

// Generalised conjugate residuals, @cite eisenstat1983, for any A, with a basis that is kept
// between solves: directions and their images under A. A new right-hand side starts from its best
// approximation in the basis and adds further directions: the angles and polarisations of a sweep
// need few applications each. The residual is the smallest among all combinations of the
// directions, so that no other method with the same start takes fewer iterations, for the memory of
// two vectors each.
//
// A preconditioner M (about A^-1) is applied from the right. Where an iteration makes little
// progress, the next direction is the last image instead of the residual, as in Orthodir. Real and
// complex numbers, any number of ranks; collective.
template <class Space, class Scalar> class RecyclingGcr {
public:
  using Operator = LinearOperator<Space, Scalar>;
  using MV = DistributedVector<Space, Scalar>;
  using Vector = Kokkos::View<Scalar *, Space>;

  // Takes vectors on the rows of `like`, with room for `capacity` directions. When all are used,
  // the basis is discarded and started again.
  RecyclingGcr(Operator a, const MV &like, Index capacity,
               std::optional<Operator> preconditioner = std::nullopt);

  // Solves A x = b from the x given, one column each. Fills the report; throws NotConverged after
  // that.
  void solve(const MV &b, const MV &x, const SolveOptions &options, SolveReport &report);

  // Iterates from x and its residual r, given by the caller: x is updated, r is not. Adds
  // iterations and applications to the report. Returns the reason of the stop, or nothing.
  std::string advance(const Vector &r, const Vector &x, const Stopping &stopping,
                      SolveReport &report);

  // The residual that the last solve left.
  const MV &residual() const { return residual_; }
  Index directions() const { return count_; }
  // Memory in bytes for vectors of this length.
  static double bytes(Offset length, Index capacity);

private:
  double start(const Vector &r);
  double expand(bool from_residual, double residual_norm);
  void finish(const Vector &x);
  void products_of(const Columns<Space, Scalar> &columns, Index count, const Vector &v);
  double subtract_products(Index count, const Vector &from, std::vector<Scalar> &products);
  double norm(const Vector &v) const;
  Vector owned(const Vector &v) const;

  const Space &space() const { return residual_.space(); }

  Operator a_;
  std::optional<Operator> preconditioner_;
  Index capacity_, count_ = 0;
  MV residual_, source_;              // source_: vector from which the next direction is made
  Columns<Space, Scalar> directions_; // in the order of their creation
  Columns<Space, Scalar> images_;     // A directions, made orthonormal
  std::vector<std::vector<Scalar>> factors_; // A directions = images factors
  std::vector<Scalar> solution_;             // coefficients of the present solution, in images
  Vector partial_, products_;
};

} // namespace curlew
