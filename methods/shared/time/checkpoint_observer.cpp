#include <curlew/methods/shared/time/checkpoint_observer.hpp>

#include <curlew/core/interrupt.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/mpi/run_collectively.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/methods/shared/time/checkpoint_state.hpp>

#include <utility>

namespace curlew {

CheckpointObserver::CheckpointObserver(const RecordedRun &run, TimeMethod &method,
                                       const std::vector<Recorder *> &recorders,
                                       const std::string &physics, const std::string &method_name,
                                       std::int64_t first_step, bool quiet)
    : run_(run), method_(method), recorders_(recorders), physics_(physics),
      checkpoints_(run.results,
                   run.input.outputs.checkpoint ? run.input.outputs.checkpoint->keep : 2),
      progress_(method_name, run.plan.steps, quiet || !run.ranks.is_root()) {
  progress_.start_at(first_step);
}

void CheckpointObserver::checkpoint(const RunPosition &position, const FieldState &state) {
  TableRows rows;
  for (Recorder *recorder : recorders_)
    recorder->sync(rows);
  FieldState whole = method_.gather(state);
  // The other ranks wait until the root has written: the run may be about to end.
  run_collectively(run_.ranks, [&] {
    if (run_.ranks.is_root())
      checkpoints_.write(to_checkpoint(
          run_.input, physics_, {position, run_.plan.dt_s, std::move(whole), std::move(rows)}));
  });
}

bool CheckpointObserver::stop_requested() {
  return interrupt_requested();
}

} // namespace curlew
