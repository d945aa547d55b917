#pragma once

#include <curlew/io/results/checkpoint.hpp>
#include <curlew/io/results/progress.hpp>
#include <curlew/methods/shared/time/recorded_run.hpp>
#include <curlew/methods/shared/time/time_method.hpp>
#include <curlew/methods/shared/time/time_observer.hpp>

#include <string>
#include <vector>

namespace curlew {

// Writes checkpoints of the time loop into the results directory, at the root, and shows its
// progress.
class CheckpointObserver : public TimeObserver {
public:
  // `physics`: physics_text(); used at the root. `recorders`: those of the scheme.
  CheckpointObserver(const RecordedRun &run, TimeMethod &method,
                     const std::vector<Recorder *> &recorders, const std::string &physics,
                     const std::string &method_name, std::int64_t first_step, bool quiet);

  void checkpoint(const RunPosition &position, const FieldState &state) override;
  void advanced(std::int64_t step) override { progress_.update(step); }
  bool stop_requested() override;
  void finish() { progress_.finish(); }

private:
  const RecordedRun &run_;
  TimeMethod &method_;
  const std::vector<Recorder *> &recorders_;
  const std::string &physics_;
  CheckpointWriter checkpoints_;
  Progress progress_;
};

} // namespace curlew
