#pragma once

#include <curlew/solvers/sparse/host_sparse.hpp>

#include <memory>
#include <string>

namespace curlew {

enum class MatrixSymmetry {
  symmetric, // A = A^T, complex symmetric where complex; entries below the diagonal are read
  general,
};

struct FactorOptions {
  MatrixSymmetry symmetry = MatrixSymmetry::general;
  // "auto": MUMPS where it is compiled in, else Curlew's own; "mumps"; "curlew".
  std::string library = "auto";
  // What |b - A x| / |b| is brought to by refinement, at most k_refinements steps.
  double tolerance = 1e-12;
  // The solution is refused above this.
  double worst_residual = 1e-6;
  int threads = 0; // of set-up and of the BLAS; 0: all that this process may use
};

// What a factorisation was and took.
struct FactorReport {
  std::string library;  // "mumps", "curlew", or "dense" (of a small general matrix without MUMPS)
  std::string ordering; // "scotch", "metis", "rcm", "none"
  Index unknowns = 0;
  double entries = 0; // of the factors; of a symmetric matrix only one of the two is kept
  double bytes = 0;   // of the factors and of what factoring took besides, at its most
  int replaced_pivots = 0;
  double analyse_s = 0, factor_s = 0;
};

// Whether this program has MUMPS, and what to do where it has not.
bool has_mumps();

// The factors of a sparse square matrix, real or complex (Scalar: double, Kokkos::complex<double>),
// on the host: the one bridge to libraries for that. MUMPS, in its sequential form, with Scotch's
// ordering, and a factorisation of our own that is always there: multifrontal L D L^T of a
// symmetric matrix, METIS' nested dissection where compiled in, pivots on the diagonal only. Pivots
// that are too small are replaced; every solution is refined with the matrix itself and refused
// where its residual stays too large.
//
// Without MUMPS a general matrix of up to k_most_dense unknowns is factored as a dense one; a
// larger one throws NotCompiled. Throws InputError for an unknown library or a matrix that is not
// square, NotConverged for a singular one, ResourceError where memory is short.
template <class Scalar> class SparseFactor {
public:
  static constexpr Index k_most_dense = 3000;
  static constexpr int k_refinements = 5;

  // Analyses and factors. The matrix is kept for residuals: callers move theirs in.
  SparseFactor(HostSparse<Scalar> a, const FactorOptions &options);
  ~SparseFactor();
  SparseFactor(SparseFactor &&) noexcept;
  SparseFactor &operator=(SparseFactor &&) noexcept;

  // Factors other values of the same pattern: no new analysis. Throws Error for another pattern.
  void factor(const HostSparse<Scalar> &a);

  // b := A^-1 b for `count` right-hand sides, column by column, `rows` apart. Returns the largest
  // residual |b - A x| / |b| of a column. Throws NotConverged above worst_residual.
  double solve(Scalar *b, int count = 1) const;
  // The same without looking at the residual: for preconditioners.
  void solve_unchecked(Scalar *b, int count = 1) const;

  const FactorReport &report() const;
  Index rows() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace curlew
