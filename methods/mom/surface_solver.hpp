#pragma once

#include <curlew/methods/mom/spec.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>

#include <complex>
#include <functional>
#include <string>
#include <vector>

namespace curlew::mom {

// Times, in s, and figures of the equations of one frequency. The method of a solver decides which
// of them it sets; the others are 0.
struct SolverFigures {
  double fill_s = 0;   // filling of the matrix, or of its near part and grid
  double factor_s = 0; // making of the factors, or of the preconditioner
  double solve_s = 0;
  double condition = 0; // condition number of factors in the 1-norm, estimated
  // |b - A x| / |b| from rows that are filled anew, of the worst column.
  double sampled_residual = 0;
  int sampled_rows = 0;
  bool low_frequency = false; // the matrix has the form for low frequencies
  std::string panel_route;    // way of panels between ranks that divide the matrix; else empty
  // Figures of factors in single precision, for the block of columns that needed most.
  int corrections = 0;
  double residual = 0;   // |b - A x| / |b| in double precision, of the worst column
  double residual_s = 0; // seconds of filling rows again for residuals
  // Figures of iterations.
  int products = 0;                 // products with the matrix, for all columns
  std::vector<SolveReport> reports; // [column]
  double near_entries_per_row = 0;  // in the near part
  double spacing_m = 0;             // spacing of the grid
  int order = 0;                    // order of the stencil
  std::array<Index, 3> grid{};      // nodes of the grid along each axis
  double product_s = 0;             // seconds of a product
  std::string solver = "lu";        // "lu", "gmres + ras"
};

// Solver of the equations of a surface on a backend: set up for a frequency, then used for many
// right-hand sides.
class SurfaceSolver {
public:
  using Column = std::vector<std::complex<double>>;
  // Called in iterations; an exception from it ends the solve.
  using Watch = std::function<void(int iteration, double residual)>;

  virtual ~SurfaceSolver() = default;
  // Sets up the matrix of a frequency. Throws SingularMatrix.
  virtual void prepare(const Combination &with) = 0;
  // Solves for a block of right-hand sides, each of unknowns_of() numbers: replaces b by x of A x =
  // b. Then randomly chosen rows of the matrix are filled again for the residual; in the forms with
  // both currents and for low frequencies the residual uses rows that were kept. Throws
  // NotConverged, after filling the figures.
  virtual void solve(std::vector<Column> &columns, const Watch &watch = {}) = 0;
  virtual const SolverFigures &figures() const = 0;
};

// Returns different row numbers, the same in every run.
std::vector<Index> sampled_rows(Index unknowns, Index count);

} // namespace curlew::mom
