#include <curlew/methods/shared/time/probe_output.hpp>

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/time/spectra.hpp>

namespace curlew {

void ProbeOutput::open(const RecordedRun &run, const ContinuedOutputs &continued) {
  run_ = &run;
  if (run.ranks.is_root())
    tables_.emplace(run.input, run.results, run.plan.dt_s, magnetic_lag_steps_, continued.tables,
                    or_null(continued.samples));
}

void ProbeOutput::flush(std::int64_t first_step) {
  if (run_ == nullptr)
    return;
  ProbeRows values = read();
  run_->ranks.sum_at_root(values.electric);
  run_->ranks.sum_at_root(values.magnetic);
  if (tables_)
    tables_->write(first_step, values);
}

void ProbeOutput::write(std::int64_t, Summary &summary) {
  if (tables_)
    write_spectra(run_->input, tables_->traces(), run_->plan.sources_end_s, run_->results, summary);
}

} // namespace curlew
