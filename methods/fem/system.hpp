#pragma once

#include <curlew/methods/fem/loads.hpp>
#include <curlew/methods/fem/solver_choice.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <memory>
#include <string>
#include <vector>

namespace curlew::fem {

// The matrix of a frequency: c_S S(1/mu) + c_M M(eps) + sum over faces of factor times products.
struct Coefficients {
  const Media *media = nullptr;
  std::complex<double> curl = 1, mass = 0;
  std::vector<std::complex<double>> faces; // a factor for each of model.terms
  std::vector<double> phases;              // of model.periods, radians
};

// Those of the equations (docs/methods/fem.md), with the faces' admittances in units of 1/eta0.
// `media` must stay.
Coefficients coefficients_of(const Media &media,
                             const std::vector<std::complex<double>> &admittances,
                             double wavenumber);

// What setting up a frequency took, s.
struct SetupTimes {
  double pattern_s = 0, assembly_s = 0, preconditioner_s = 0;
  std::string description; // of the preconditioner or the factors
};

// Assembles and solves, one frequency after the other: on one backend, or on several ranks
// (ranks/rank_system.hpp).
class EquationSolver {
public:
  virtual ~EquationSolver() = default;
  virtual void set(const Coefficients &coefficients) = 0;
  // A x = b, from the x given (empty: 0). Throws NotConverged after it has filled the report.
  virtual void solve(const Load &b, Load &x, const SolveOptions &options, SolveReport &report) = 0;
  // y = A x; with periods the matrix that is solved, of the unknowns that stand for others.
  virtual Load apply(const Load &x) const = 0;
  virtual const SetupTimes &times() const = 0;
};

// On one backend.
class EquationSystem : public EquationSolver {
public:
  // How it solves: the choice it was made with, or what takes its place where no coarse mesh could
  // be made.
  virtual const SolverChoice &choice() const = 0;
  // The matrix alone, of all unknowns also where some are periodic, on the host, without what a
  // solver prepares; the system then has none set.
  virtual HostSparse<Kokkos::complex<double>> assemble(const Coefficients &coefficients) = 0;
};

// `problem` must stay.
std::unique_ptr<EquationSystem> make_system(Backend backend, const Problem &problem,
                                            const SolverChoice &choice);

// A x of given values x of unknowns of the whole mesh, those on conductors: what goes to the right-
// hand side, with its sign turned, of the unknowns. On the host.
Load product_with_fixed(const Problem &problem, const Coefficients &coefficients,
                        const PhasorField &x);

} // namespace curlew::fem
