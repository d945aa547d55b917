#pragma once

#include <curlew/methods/shared/time/probe_buffer.hpp>
#include <curlew/methods/shared/time/probe_tables.hpp>
#include <curlew/methods/shared/time/recorded_run.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace curlew {

// Probes of a run: their tables, and the spectra of their whole records. Derived classes sample the
// fields of a scheme.
class ProbeOutput : public TableRecorder<ProbeTables> {
public:
  // `magnetic_lag_steps`: TimeScheme::magnetic_lag_steps().
  explicit ProbeOutput(double magnetic_lag_steps) : magnetic_lag_steps_(magnetic_lag_steps) {}

  // Waits for this rank's values since the last call and returns them.
  virtual ProbeRows read() = 0;

  void open(const RecordedRun &run, const ContinuedOutputs &continued) override;
  void flush(std::int64_t first_step) override;
  void write(std::int64_t steps, Summary &summary) override;

private:
  double magnetic_lag_steps_;
};

// Probes that a device-callable sampler reads (FillRow). `MakeSampler`: returns the sampler of the
// fields of the last step.
template <class Space, class MakeSampler> class SampledProbes final : public ProbeOutput {
public:
  SampledProbes(const Space &space, std::size_t electric_points, std::size_t magnetic_points,
                double magnetic_lag_steps, MakeSampler make_sampler)
      : ProbeOutput(magnetic_lag_steps), space_(space), buffer_(electric_points, magnetic_points),
        make_sampler_(std::move(make_sampler)) {}

  bool record(std::int64_t) override {
    buffer_.record(space_, make_sampler_());
    return buffer_.full();
  }
  ProbeRows read() override { return buffer_.read(space_); }

private:
  Space space_;
  ProbeBuffer<Space> buffer_;
  MakeSampler make_sampler_;
};

template <class Space, class MakeSampler>
std::unique_ptr<ProbeOutput>
make_probe_output(const Space &space, std::size_t electric_points, std::size_t magnetic_points,
                  double magnetic_lag_steps, MakeSampler make_sampler) {
  return std::make_unique<SampledProbes<Space, MakeSampler>>(
      space, electric_points, magnetic_points, magnetic_lag_steps, std::move(make_sampler));
}

} // namespace curlew
