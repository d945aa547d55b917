#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fdfd/background/choice.hpp>
#include <curlew/methods/fdfd/problem.hpp>
#include <curlew/methods/fdfd/right_hand_side.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>

#include <memory>
#include <optional>
#include <string>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// How a problem is solved: what the case asks for, or for "auto" what is fastest.
struct SolverChoice {
  std::string variant;        // csr, cas, cis, fused
  std::string method;         // cocg, cocr, gcr, bicgstab-fused; bicgstab, gmres, tfqmr of Belos
  std::string preconditioner; // none, background, jacobi, ssor, ssor-ai, polynomial, ilu
  bool may_fall_back = false; // the case leaves it open: another method where the background fails
  complex eps_b = 0;          // of the background; 0: chosen from the materials
  std::optional<BackgroundChoice> background; // with the preconditioner "background"
};

// "cocr + background on fused"
std::string to_text(const SolverChoice &choice);

// Throws InputError, with the location in the case, for what does not go together: cocg and cocr
// with a Bloch phase, whose operator is not symmetric, and what stagnates there; a preconditioner
// that the method does not take; the background where it does not apply. A solver for several
// sources keeps what it learns from each.
SolverChoice choose_solver(const Case &input, const Problem &problem, std::size_t sources = 1);

// Bytes of device (or host) memory that a choice takes while it solves.
double solver_bytes(const Problem &problem, const SolverChoice &choice);

// Of the preconditioner "background", for so many sources. The permittivity of the surroundings
// means the form on the scatterers' support, another one the preconditioner of the whole grid.
BackgroundOptions background_options(const Problem &problem, const SolverChoice &choice,
                                     std::size_t sources = 1);

// Directions that the background's solver keeps of one source for the next ones: enough for the
// angles of a sweep, 62 for 19 of them on the sphere of the paper.
constexpr Index k_kept_directions = 200;

// Solves one problem for any number of sources, on one backend.
class FieldSolver {
public:
  virtual ~FieldSolver() = default;
  // The scattered E, on conductors as the right-hand side says. `e` is where to start (unknowns()
  // entries, or empty for 0) and takes the result. Fills the report, with the solver that ran;
  // throws NotConverged after that.
  virtual void solve(const RightHandSide &rhs, std::vector<complex> &e, const SolveOptions &options,
                     SolveReport &report) = 0;
  // What the set-up decided, for messages; empty where there was nothing to decide.
  virtual std::string description() const = 0;
  // How it solves: the choice given, or what the set-up fell back to.
  virtual const SolverChoice &choice() const = 0;
  // Why it is not the choice given; empty where it is.
  virtual const std::string &fallback() const = 0;
  virtual double setup_s() const = 0;
};

// `input` gives the preconditioner's numbers; a choice with the background holds that choice too.
std::unique_ptr<FieldSolver> make_field_solver(Backend backend, const Case &input,
                                               const Problem &problem, const SolverChoice &choice);

} // namespace curlew::fdfd
