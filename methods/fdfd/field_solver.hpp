#pragma once

#include <curlew/core/backend.hpp>
#include <curlew/methods/fdfd/problem.hpp>
#include <curlew/methods/fdfd/right_hand_side.hpp>
#include <curlew/methods/fdfd/solve_report.hpp>

#include <memory>
#include <string>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

struct BackgroundOptions;

// How a problem is solved: what the case asks for, or for "auto" what is fastest.
struct SolverChoice {
  std::string variant;        // csr, cas, cis, fused
  std::string method;         // cocg, cocr, bicgstab-fused; bicgstab, gmres, tfqmr of Belos
  std::string preconditioner; // none, background, jacobi, ssor, ssor-ai, polynomial, ilu
  bool may_fall_back = false; // nobody asked for the background: cocg will do where it cannot
  complex eps_b = 0;          // of the background; 0: chosen from the materials
};

// Throws InputError, with the place in the case, for what does not go together: cocg and cocr with
// a Bloch phase, whose operator is not symmetric; a preconditioner that the method does not take;
// the background where it does not apply.
SolverChoice choose_solver(const Case &input, const Problem &problem);

// Bytes of device (or host) memory that a choice takes while it solves for so many sources.
double solver_bytes(const Problem &problem, const SolverChoice &choice, std::size_t sources = 1);

// Of a choice with the background, for so many sources. The permittivity of the surroundings means
// the form on the scatterers' support, another one the preconditioner of the whole grid.
BackgroundOptions background_options(const Problem &problem, const SolverChoice &choice,
                                     std::size_t sources);

// Directions that the background's solver keeps of one source for the next ones: enough for the
// angles of a sweep, 62 for 19 of them on the sphere of the paper.
constexpr Index k_kept_directions = 200;

// Solves one problem for any number of sources, on one backend.
class FieldSolver {
public:
  virtual ~FieldSolver() = default;
  // The scattered E, on conductors as the side gives it. `e` is where to start (unknowns() entries,
  // or empty for 0) and takes the result. Throws NotConverged after filling the report.
  virtual void solve(const RightHandSide &side, std::vector<complex> &e,
                     const SolveOptions &options, SolveReport &report) = 0;
  // What the set-up decided, for people; empty where there was nothing to decide.
  virtual std::string description() const = 0;
  virtual double setup_s() const = 0;
};

// `input` gives the preconditioner's numbers; a solver for several sources keeps what it learns
// from each. Warns in the log where it falls back.
std::unique_ptr<FieldSolver> make_field_solver(Backend backend, const Case &input,
                                               const Problem &problem, const SolverChoice &choice,
                                               std::size_t sources = 1);

} // namespace curlew::fdfd
