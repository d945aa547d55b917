#pragma once

#include <curlew/solvers/sparse/host_sparse.hpp>

#include <memory>
#include <string>

namespace curlew {

enum class MatrixSymmetry {
  symmetric, // A = A^T, complex symmetric where complex; entries below the diagonal are read
  general,
};

enum class PivotRule {
  exchanged, // rows and columns are exchanged for pivots of some size; a singular matrix is refused
  // Pivots stay on the diagonal of a symmetric matrix, those that are nearly 0 are replaced: for
  // preconditioners, whose matrix may be singular. "curlew" alone has it, and is taken.
  replaced,
};

struct FactorOptions {
  MatrixSymmetry symmetry = MatrixSymmetry::general;
  PivotRule pivots = PivotRule::exchanged;
  // "auto": MUMPS where it is compiled in, else Curlew's own; "mumps"; "curlew".
  std::string library = "auto";
  // Target of |b - A x| / |b| for refinement, at most k_refinements steps.
  double tolerance = 1e-12;
  // The solution is refused above this.
  double worst_residual = 1e-6;
  // Threads of set-up and of the BLAS; 0: all that this process may use.
  int threads = 0;
};

// Returns the options of a symmetric matrix; `threads`: see FactorOptions.
inline FactorOptions symmetric_factor(int threads = 0) {
  FactorOptions options;
  options.symmetry = MatrixSymmetry::symmetric;
  options.threads = threads;
  return options;
}

// Properties and cost of a factorisation.
struct FactorReport {
  std::string library;  // "mumps" or "curlew"
  std::string ordering; // "scotch", "metis", "rcm", "none"
  Index unknowns = 0;
  // Entries of the factors; for a symmetric matrix only one of the two is kept.
  double entries = 0;
  // Peak bytes of the factors and of the work memory of the factorisation.
  double bytes = 0;
  // With "curlew": steps by which rows went up the tree before they had a pivot.
  int delayed_pivots = 0;
  int replaced_pivots = 0; // by PivotRule::replaced
  double analyse_s = 0, factor_s = 0;
};

// True where this program has MUMPS.
bool has_mumps();

// The factors of a sparse square matrix, real or complex (Scalar: double, Kokkos::complex<double>),
// on the host. It is the only code that calls libraries for them. There are MUMPS, in its
// sequential form, with Scotch's ordering, and Curlew's own factorisation, which is always
// available: multifrontal, L D L^T of a symmetric matrix and L D U of another, METIS' nested
// dissection where compiled in, rows and columns exchanged for the size of the pivots. Every
// solution is refined with the matrix itself and refused where its residual stays too large.
//
// Throws InputError for an unknown library or a matrix that is not square, NotConverged for a
// singular one, ResourceError where memory is short.
template <class Scalar> class SparseFactor {
public:
  static constexpr int k_refinements = 5;

  // Analyses and factors. The matrix is kept for residuals: callers move theirs in.
  SparseFactor(HostSparse<Scalar> a, const FactorOptions &options);
  ~SparseFactor();
  SparseFactor(SparseFactor &&) noexcept;
  SparseFactor &operator=(SparseFactor &&) noexcept;

  // Factors other values of the same pattern without a new analysis. Throws Error for another
  // pattern.
  void factor(const HostSparse<Scalar> &a);

  // b := A^-1 b for `count` right-hand sides, column by column, `rows` apart. Returns the largest
  // residual |b - A x| / |b| of a column. Throws NotConverged above worst_residual.
  double solve(Scalar *b, int count = 1) const;
  // The same without computing the residual, for preconditioners.
  void solve_unchecked(Scalar *b, int count = 1) const;

  const FactorReport &report() const;
  Index rows() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace curlew
