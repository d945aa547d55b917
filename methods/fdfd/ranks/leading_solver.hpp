#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/methods/fdfd/solve/field_solver.hpp>

#include <memory>

namespace curlew::fdfd {

// Solver of the root in a run whose grid is divided among ranks. The root alone plans, makes
// problems and right-hand sides and writes, as on one rank. This solver sends each call to the
// other ranks, which are in follow(). `choice` has passed require_works_in_slabs(). Collective with
// follow().
std::unique_ptr<FieldSolver> make_leading_solver(Backend backend, const Case &input,
                                                 const Problem &problem, const SolverChoice &choice,
                                                 const Communicator &ranks);

// Runs on every rank but the root: takes part in the solves until the root dismisses it. The root
// reports a solve that does not converge.
void follow(Backend backend, const Communicator &ranks);
// Ends follow() on the other ranks; does nothing on one rank.
void dismiss_ranks(const Communicator &ranks);

} // namespace curlew::fdfd
