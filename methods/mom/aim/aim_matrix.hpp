#pragma once

#include <curlew/methods/mom/aim/aim_product.hpp>
#include <curlew/methods/mom/aim/aim_spec.hpp>
#include <curlew/methods/mom/spec.hpp>

#include <memory>

namespace curlew::mom {

// Parts that a matrix is made from. All must outlive the matrix.
struct AimParts {
  const Surface &surface;
  const Surface &images; // the surface with its images in planes of symmetry
  const Spec &spec;
  const AimSpecification &aim;
  AimPreconditioner type = AimPreconditioner::none;
  int threads = 0;
};

// Matrix of a frequency for the iterations: its product, its preconditioner, and the transformation
// between currents and its unknowns. Columns are right-hand sides and solutions.
template <class Space> class AimMatrix {
public:
  using Vector = Kokkos::View<Complex *, Space>;
  using Column = std::vector<std::complex<double>>;

  virtual ~AimMatrix() = default;
  virtual void apply(const Space &space, const Vector &x, const Vector &y) = 0;
  // y := M x, M an approximate inverse; only with a preconditioner.
  virtual void precondition(const Space &space, const Vector &x, const Vector &y) = 0;

  virtual void transform_rhs(const Space &, Column &) {}
  virtual void transform_solution(const Space &, Column &) {}

  // Returns |b - A x| / |b| of each column, in the system's form, from rows of the matrix itself.
  virtual std::vector<double> sampled_residuals(const Space &space, const std::vector<Column> &x,
                                                const std::vector<Column> &b) = 0;

  double near_entries_per_row = 0;
  double factor_s = 0; // seconds of the preconditioner
};

constexpr Index k_residual_rows = 200; // number of rows for sampled residuals

// Makes the matrix jk A - j/k Phi, or that of the magnetic or combined equation.
template <class Space, class Real>
std::unique_ptr<AimMatrix<Space>> make_plain_matrix(const Space &space, const AimParts &parts,
                                                    const AimGrid &grid, const Combination &with);

// Makes the matrix of the electric equation by quasi-Helmholtz projectors (low_frequency.hpp). With
// Q = 1 + (jkl - 1) P and basis functions of 1 A it is
//   Q (jk A + z) Q + j k l^2 Phi,
// each part with its own near entries and convolutions: no entry has both. The terms that cancel in
// the charges of loops cancel on the grid, and in the near part, face by face. The preconditioner
// is that of the plain equation at a wavenumber k' where both parts have similar size, Z' = jk' A -
// j/k' Phi with the same integrals: about k'/k Q'^-1 Z'^-1 Q'^-1. S depends on k hardly more than
// by a factor.
template <class Space, class Real>
std::unique_ptr<AimMatrix<Space>> make_low_frequency_aim(const Space &space, const AimParts &parts,
                                                         const AimGrid &grid,
                                                         const Combination &with);

} // namespace curlew::mom
