#pragma once

#include <curlew/solvers/operator/linear_operator.hpp>
#include <curlew/solvers/sparse/sparse_matrix.hpp>

#include <string>

namespace curlew {

// Preconditioners: operators M about A^-1 that solve_krylov and other loops apply from the right, A
// M y = b with x = M y. Preconditioners made from a matrix use its square block on this rank: with
// several ranks each preconditions its own unknowns. Rows without entries give 0. The operator
// keeps the matrices and vectors that it needs; A may be freed. docs/solvers.md describes which to
// choose.
//
// All preconditioners that divide by A's diagonal throw NotConverged, with the row, where it is 0,
// not finite or missing.

// M = D^-1, the inverse of A's diagonal.
template <class Space, class Scalar>
LinearOperator<Space, Scalar> make_jacobi(const Space &space, const SparseMatrix<Space, Scalar> &a);

// Symmetric successive over-relaxation, @cite saad2003 section 10.2: with A = L + D + U
//   M = w (2 - w) (D + w U)^-1 D (D + w L)^-1,
// exactly, by two triangular sweeps over levels of rows that do not depend on each other: the same
// bits for any number of threads. `relaxation` w in (0, 2); throws InputError for another.
template <class Space, class Scalar>
LinearOperator<Space, Scalar> make_ssor(const Space &space, const SparseMatrix<Space, Scalar> &a,
                                        double relaxation);

// SSOR with both triangular inverses replaced by the first two terms of their Neumann series, the
// SSOR approximate inverse of @cite helfenstein2012:
//   M = w (2 - w) (I - w D^-1 U) D^-1 (I - w L D^-1),
// two sparse products without any order. Scaling A by its diagonal first, as @cite meng2015 does,
// gives the same M. Good values there lie about w = 0.42. Throws InputError for w outside (0, 2).
template <class Space, class Scalar>
LinearOperator<Space, Scalar>
make_ssor_inverse(const Space &space, const SparseMatrix<Space, Scalar> &a, double relaxation);

// M = p(A), where 1 - z p(z) = product of (1 - z / root) is the residual polynomial of GMRES after
// `degree` steps from `start`: the least-squares polynomial of this spectrum, which may be complex
// and indefinite, from its harmonic Ritz values in Leja's order, @cite loe2021. Each application
// costs degree - 1 of A's; making it costs `degree`, and as many vectors for that time. `start`
// must have parts in all of the spectrum, best random ones, and 0 where unknowns are fixed. Degrees
// above some 30 suffer from rounding. Throws InputError for a degree below 1, NotConverged where A
// or start give no such polynomial (A start = 0, NaN). Collective.
template <class Space>
LinearOperator<Space, Kokkos::complex<double>>
make_polynomial(const LinearOperator<Space, Kokkos::complex<double>> &a,
                const DistributedVector<Space, Kokkos::complex<double>> &start, int degree);

// Incomplete LU factors with `level` levels of fill, by RILUK of Trilinos' Ifpack2; computed and
// applied on the host. Throws NotCompiled without Ifpack2, NotConverged where a pivot is 0.
template <class Space>
LinearOperator<Space, Kokkos::complex<double>>
make_ilu(const Space &space, const SparseMatrix<Space, Kokkos::complex<double>> &a, int level);

// Incomplete LU factors by size, ILUT of @cite saad2003 section 10.4: multipliers up to
// `drop_tolerance` are dropped, entries of U up to that times the 2-norm of their row of A, and the
// `fill` largest of a row's other entries are kept in each factor beside the diagonal. Factored on
// the host, applied by sweeps over levels of rows, with the same bits for any number of threads.
// Throws InputError for a negative `fill` or a `drop_tolerance` outside [0, 1), NotConverged where
// a pivot is 0 or not finite.
template <class Space, class Scalar>
LinearOperator<Space, Scalar> make_ilut(const Space &space, const SparseMatrix<Space, Scalar> &a,
                                        int fill, double drop_tolerance);

// Returns 1 / diagonal of the rows, 0 for rows without entries. Throws NotConverged in the name of
// `preconditioner`.
template <class Space, class Scalar>
Kokkos::View<Scalar *, Space> inverse_diagonal(const Space &space,
                                               const SparseMatrix<Space, Scalar> &a,
                                               const std::string &preconditioner);

// Throws InputError for a relaxation outside (0, 2).
void require_relaxation(double relaxation);

} // namespace curlew
