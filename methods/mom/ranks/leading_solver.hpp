#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/mom/surface_solver.hpp>

#include <memory>

namespace curlew::mom {

// Solver of the root in a run whose matrix is divided among ranks. All ranks have the surface; the
// root alone makes right-hand sides and writes, as on one rank. This solver sends each call to the
// other ranks, which are in follow(). Collective with follow().
std::unique_ptr<SurfaceSolver> make_leading_solver(Backend backend, const Surface &surface,
                                                   const Spec &spec, int threads,
                                                   const Communicator &ranks);

// Runs on every rank but the root: takes part in the solves until the root dismisses it. The root
// reports a matrix that is singular.
void follow(Backend backend, const Surface &surface, const Spec &spec, int threads,
            const Communicator &ranks);
// Ends follow() on the other ranks; does nothing on one rank.
void dismiss_ranks(const Communicator &ranks);

} // namespace curlew::mom
