#include <curlew/methods/shared/time/port_output.hpp>

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/time/port_networks.hpp>

namespace curlew {

void PortOutput::open(const RecordedRun &run, const ContinuedOutputs &continued) {
  run_ = &run;
  if (run.ranks.is_root() && run.input.outputs.ports)
    tables_.emplace(networks_->files(number_), run.results, run.plan.dt_s,
                    or_null(continued.samples));
}

void PortOutput::flush(std::int64_t first_step) {
  if (run_ == nullptr)
    return;
  const std::vector<double> rows = waves_.take_rows();
  if (tables_)
    tables_->write(first_step, rows);
}

void PortOutput::close() {
  TableRecorder::close();
  if (run_->input.outputs.s_parameters)
    networks_->add_run(number_, waves_, run_->plan.has_s);
}

void PortOutput::write(std::int64_t, Summary &summary) {
  if (run_->ranks.is_root())
    networks_->write(run_->plan, run_->results, summary);
}

} // namespace curlew
