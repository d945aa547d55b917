#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/methods/shared/time/time_observer.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

namespace curlew {

// Steps a scheme from position.step to plan.steps and calls its recorders: after each step, and in
// the middle of step n, where a scheme has both fields at n dt. At the end of the run the first
// part of one more step is done on a copy, so that they observe the final time too.
//
// On several ranks all of them step together, and the calls of recorders and observer are
// collective.
//
// Returns true if the energy ended the run, having fallen by plan.stop_at_energy_db.
//
// Throws Unstable (watchdog) and Interrupted, the latter after a checkpoint.
bool run_time_loop(TimeScheme &scheme, const TimePlan &plan, const Communicator &ranks,
                   TimeObserver &observer, RunPosition &position);

} // namespace curlew
