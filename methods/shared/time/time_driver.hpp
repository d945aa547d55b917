#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/run/phase_clock.hpp>
#include <curlew/methods/shared/run/run_options.hpp>
#include <curlew/methods/shared/time/time_method.hpp>

namespace curlew {

// Runs a prepared problem in time: schedule, restart, results folder, steps with their outputs,
// spectra, summary. Prints the resonances and the table of times to stdout unless quiet. `clock`
// holds the phases of the preparation. Collective. Throws the errors of core/error.hpp.
void run_in_time(const Case &input, const RunOptions &options, TimeMethod &method,
                 PhaseClock &clock);

} // namespace curlew
