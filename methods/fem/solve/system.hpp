#pragma once

#include <curlew/methods/fem/assembly/loads.hpp>
#include <curlew/methods/fem/solve/solver_choice.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <memory>
#include <string>
#include <vector>

namespace curlew::fem {

// Coefficients of the matrix at a frequency: curl S(1/mu) + mass M(eps) + sum over faces of factor
// times products.
struct Coefficients {
  const Media *media = nullptr;
  std::complex<double> curl = 1, mass = 0;
  std::vector<std::complex<double>> faces; // [face of model.terms]
  std::vector<double> phases;              // [period of model.periods], radians
};

// Returns the coefficients of the equations (docs/methods/fem.md, "What it solves"). The
// admittances of the faces are in units of 1/eta0. `media` must outlive the result.
Coefficients coefficients_of(const Media &media,
                             const std::vector<std::complex<double>> &admittances,
                             double wavenumber);

// Times of setting up a frequency, s.
struct SetupTimes {
  double pattern_s = 0, assembly_s = 0, preconditioner_s = 0;
  std::string description; // the preconditioner or the factors
};

// Assembles and solves, one frequency after the other: on one backend, or on several ranks
// (ranks/rank_system.hpp).
class EquationSolver {
public:
  virtual ~EquationSolver() = default;
  virtual void set(const Coefficients &coefficients) = 0;
  // Solves A x = b, starting from the given x (empty: 0). Throws NotConverged after it has filled
  // the report.
  virtual void solve(const Load &b, Load &x, const SolveOptions &options, SolveReport &report) = 0;
  // Returns A x; with periods, A is the folded matrix that is solved, on the unknowns that
  // represent the others.
  virtual Load apply(const Load &x) const = 0;
  virtual const SetupTimes &times() const = 0;
};

// EquationSolver on one backend.
class EquationSystem : public EquationSolver {
public:
  // Returns the solver in use: the choice passed to make_system(), or its replacement where no
  // coarse mesh could be made.
  virtual const SolverChoice &choice() const = 0;
  // Returns the number of entries of the matrix on all unknowns.
  virtual Offset entries() const = 0;
  // Assembles the matrix alone, on the host, on all unknowns also where some are periodic, and
  // prepares no solver. No matrix is set in the system afterwards.
  virtual HostSparse<Kokkos::complex<double>> assemble(const Coefficients &coefficients) = 0;
};

// Returns whether a problem needs its pattern on the host: for products element by element alone.
inline WholePattern host_pattern(const SolverChoice &choice) {
  return choice.matrix == MatrixForm::ebe ? WholePattern::make : WholePattern::leave_out;
}

// `problem` must outlive the system.
std::unique_ptr<EquationSystem> make_system(Backend backend, const Problem &problem,
                                            const SolverChoice &choice);

// Returns A x, on the unknowns, for given values x on the dofs of the whole mesh, those on
// conductors. The result is subtracted from the right-hand side. Computed on the host.
// `total`: the values in the tets of Problem::has_total_field and on the faces of these; empty: x.
Load product_with_fixed(const Problem &problem, const Coefficients &coefficients,
                        const PhasorField &x, const PhasorField &total = {});

} // namespace curlew::fem
