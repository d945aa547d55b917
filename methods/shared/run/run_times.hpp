#pragma once

#include <curlew/io/results/summary.hpp>
#include <curlew/methods/shared/run/phase_clock.hpp>

#include <optional>
#include <string>

namespace curlew {

struct ProcessorTime;

// Ends the last phase, "summary", and adds the times of the run: its phases as "wall_seconds", the
// time from the start of the program as "run_seconds", which is their sum, and as
// "processor_seconds" what the threads of this process ran and waited for processors. Warns where
// others had the processors for long.
void add_run_times(PhaseClock &clock, Summary &summary);

// Returns the warning of threads that waited for processors; empty where they did not wait long.
std::string waiting_text(const ProcessorTime &time);

} // namespace curlew
