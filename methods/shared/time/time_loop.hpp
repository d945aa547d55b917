#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/methods/shared/time/time_observer.hpp>

namespace curlew {

// Steps a scheme from position.step to plan.steps and passes the outputs to the observer.
//
// In the middle of step n, where a scheme has both fields at n dt, energy and snapshots of that
// time are taken. At the end of the run the first part of one more step is done on a copy, which
// gives the same outputs at the final time.
//
// On several ranks all of them step together, and the observer's calls are collective.
//
// Returns true if the energy ended the run, having fallen by plan.stop_at_energy_db.
//
// Throws Unstable (watchdog) and Interrupted, the latter after a checkpoint.
bool run_time_loop(TimeScheme &scheme, const TimePlan &plan, const Communicator &ranks,
                   TimeObserver &observer, RunPosition &position);

} // namespace curlew
