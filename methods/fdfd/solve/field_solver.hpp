#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fdfd/background/box.hpp>
#include <curlew/methods/fdfd/background/choice.hpp>
#include <curlew/methods/fdfd/choices.hpp>
#include <curlew/methods/fdfd/problem.hpp>
#include <curlew/methods/fdfd/sources/right_hand_side.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>

#include <memory>
#include <optional>
#include <string>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// Solver of a problem: the one that the case names, or for "auto" the fastest.
struct SolverChoice {
  Variant variant{};
  SolverMethod method{};
  PreconditionerChoice preconditioner;
  bool may_fall_back = false; // method is "auto": another one replaces a failing background
  complex eps_b = 0;          // permittivity of the background; 0: chosen from the materials
  std::optional<BackgroundChoice> background; // with the preconditioner "background"

  bool has(PreconditionerKind kind) const { return preconditioner.kind == kind; }
};

// "cocr + background on fused"
std::string to_text(const SolverChoice &choice);
// The same for a `method` that a library reports in the place of the choice's.
std::string to_text(const SolverChoice &choice, const std::string &method);

// Chooses the solver of a case. Throws InputError, with the location in the case, for invalid
// combinations: cocg and cocr with a Bloch phase, under which the operator is not symmetric; the
// methods that stagnate there; a preconditioner that the method does not take; the background where
// it does not apply. `sources` is the number of sources: a solver for several of them keeps search
// directions from one to the next.
SolverChoice choose_solver(const Case &input, const Problem &problem, std::size_t sources = 1);

// Bytes of device (or host) memory that a choice takes while it solves, on the rank with the
// planes of `share`.
double solver_bytes(const Problem &problem, const SolverChoice &choice, const Share &share = {});
// The same on the rank of `ranks` that takes most.
double most_solver_bytes(const Problem &problem, const SolverChoice &choice, int ranks);

// Returns the options of the preconditioner "background" for a number of sources. A permittivity
// equal to that of the surroundings selects the form on the scatterers' support, another one the
// preconditioner of the whole grid.
BackgroundOptions background_options(const Problem &problem, const SolverChoice &choice,
                                     std::size_t sources = 1);

// Number of directions that the background's solver keeps from one source to the next: enough for
// the angles of a sweep, which take 62 for 19 angles on the sphere of the paper.
constexpr Index k_kept_directions = 200;

// Solves one problem for any number of sources, on one backend.
class FieldSolver {
public:
  virtual ~FieldSolver() = default;
  // Computes the scattered E; on conductors it has the values that the right-hand side gives. `e`
  // is the start (unknowns() entries, or empty for 0) and receives the result. Fills the report,
  // with the solver that ran; throws NotConverged after that.
  virtual void solve(const RightHandSide &rhs, std::vector<complex> &e, const SolveOptions &options,
                     SolveReport &report) = 0;
  // Returns the decisions of the set-up, for messages; empty where there were none.
  virtual std::string description() const = 0;
  // Returns the choice in use: the one given, or the one that the set-up fell back to.
  virtual const SolverChoice &choice() const = 0;
  // Returns the reason for a fall-back; empty without one.
  virtual const std::string &fallback() const = 0;
  virtual double setup_s() const = 0;
};

// Makes the solver of a choice. `input` gives the tolerance that the background must serve; a
// choice with the preconditioner "background" has `background` set.
std::unique_ptr<FieldSolver> make_field_solver(Backend backend, const Case &input,
                                               const Problem &problem, const SolverChoice &choice);

} // namespace curlew::fdfd
