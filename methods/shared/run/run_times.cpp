#include <curlew/methods/shared/run/run_times.hpp>

#include <curlew/core/parallel/processor_time.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

namespace curlew {

std::string waiting_text(const ProcessorTime &time) {
  constexpr double k_least_s = 5, k_least_share = 0.2; // others' short work does not count
  if (time.waited_s < k_least_s || time.waited_s < k_least_share * time.ran_s)
    return "";
  return fmt::format("the threads of this run waited {:.3g} s for processors that other programs "
                     "had, and ran {:.3g} s: give each run processors of its own (--threads, "
                     "taskset, the batch system), or start one after the other",
                     time.waited_s, time.ran_s);
}

void add_run_times(PhaseClock &clock, Summary &summary) {
  if (const auto time = processor_time()) {
    summary["processor_seconds"] = {{"ran", time->ran_s}, {"waited", time->waited_s}};
    if (const std::string text = waiting_text(*time); !text.empty())
      report_warnings({text}, summary);
  }
  clock.end("summary");
  for (const auto &[phase, seconds] : clock.phases())
    summary.add_phase(phase, seconds);
  summary["run_seconds"] = clock.seconds();
}

} // namespace curlew
