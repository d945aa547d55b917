#pragma once

#include <curlew/methods/mom/spec.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>

#include <complex>
#include <functional>
#include <string>
#include <vector>

namespace curlew::mom {

// Seconds and figures of the equations of one frequency. Which of them a solver has follows from
// its method; the others are 0.
struct SolverFigures {
  double fill_s = 0;   // of the matrix, or of its near part and grid
  double factor_s = 0; // of the factors, or of the preconditioner
  double solve_s = 0;
  double condition = 0;        // in the 1-norm, estimated; of factors
  double sampled_residual = 0; // |b - A x| / |b| of rows that are filled anew, of the worst column
  int sampled_rows = 0;
  bool low_frequency = false; // the matrix in the form for low frequencies
  // Of factors in single precision, of the block of columns that needed most
  int corrections = 0;
  double residual = 0;   // |b - A x| / |b| in double precision, of the worst column
  double residual_s = 0; // seconds of filling rows again for residuals
  // Of iterations
  int products = 0;                 // with the matrix, for all columns
  std::vector<SolveReport> reports; // of the columns
  double near_entries_per_row = 0;  // of the near part
  double spacing_m = 0;             // of the grid
  int order = 0;                    // of its stencil
  std::array<Index, 3> grid{};      // its nodes along each axis
  double product_s = 0;             // seconds a product
  std::string solver = "lu";        // "lu", "gmres + ras"
};

// The equations of a surface on a backend: set up for a frequency, then solved for many right-hand
// sides.
class SurfaceSolver {
public:
  using Column = std::vector<std::complex<double>>;
  // Called in iterations; what it throws ends the solve.
  using Watch = std::function<void(int iteration, double residual)>;

  virtual ~SurfaceSolver() = default;
  // The matrix of a frequency. Throws SingularMatrix.
  virtual void prepare(const Combination &with) = 0;
  // The solutions of a block of right-hand sides, each of unknowns_of() numbers: x of A x = b in
  // the place of b. Then rows of the matrix, chosen by chance, are filled again for the residual;
  // in the forms with both currents and for low frequencies rows that were kept. Throws
  // NotConverged, after filling the figures.
  virtual void solve(std::vector<Column> &columns, const Watch &watch = {}) = 0;
  virtual const SolverFigures &figures() const = 0;
};

// Different rows, the same in every run.
std::vector<Index> sampled_rows(Index unknowns, Index count);

} // namespace curlew::mom
