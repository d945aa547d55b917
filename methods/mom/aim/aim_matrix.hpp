#pragma once

#include <curlew/methods/mom/aim/aim_product.hpp>
#include <curlew/methods/mom/aim/aim_spec.hpp>
#include <curlew/methods/mom/spec.hpp>

#include <memory>

namespace curlew::mom {

// What a matrix is made of. All must stay.
struct AimParts {
  const Surface &surface;
  const Surface &images; // the surface with those of planes of symmetry
  const Spec &spec;
  const AimSpecification &aim;
  AimPreconditioner type = AimPreconditioner::none;
  int threads = 0;
};

// The matrix of a frequency as iterations see it: its product, its preconditioner, and the
// transformation between currents and its unknowns. Columns are right-hand sides and solutions.
template <class Space> class AimMatrix {
public:
  using Vector = Kokkos::View<Complex *, Space>;
  using Column = std::vector<std::complex<double>>;

  virtual ~AimMatrix() = default;
  virtual void apply(const Space &space, const Vector &x, const Vector &y) = 0;
  // y := M x, about the inverse; only with a preconditioner.
  virtual void precondition(const Space &space, const Vector &x, const Vector &y) = 0;

  virtual void transform_rhs(const Space &, Column &) {}
  virtual void transform_solution(const Space &, Column &) {}

  // |b - A x| / |b| of each column, in the system's form, from rows of the matrix itself.
  virtual std::vector<double> sampled_residuals(const Space &space, const std::vector<Column> &x,
                                                const std::vector<Column> &b) = 0;

  double near_entries_per_row = 0;
  double factor_s = 0; // seconds of the preconditioner
};

constexpr Index k_residual_rows = 200; // of sampled residuals

// jk A - j/k Phi as it is, or magnetic and combined equations.
template <class Space, class Real>
std::unique_ptr<AimMatrix<Space>> make_plain_matrix(const Space &space, const AimParts &parts,
                                                    const AimGrid &grid, const Combination &with);

// The electric equation by quasi-Helmholtz projectors (low_frequency.hpp): with Q = 1 + (jkl - 1) P
// and basis functions of 1 A,
//   Q (jk A + z) Q + j k l^2 Phi,
// each part with its own near entries and convolutions: no entry has both. What cancels in the
// charges of loops does so on the grid, and in the near part, face by face. The preconditioner is
// that of the plain equation at a wavenumber k' where both parts are alike, Z' = jk' A - j/k' Phi
// with the same integrals: about k'/k Q'^-1 Z'^-1 Q'^-1, and S hardly depends on k but for a
// factor.
template <class Space, class Real>
std::unique_ptr<AimMatrix<Space>> make_low_frequency_aim(const Space &space, const AimParts &parts,
                                                         const AimGrid &grid,
                                                         const Combination &with);

} // namespace curlew::mom
