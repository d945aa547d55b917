#pragma once

#include <curlew/methods/shared/time/recorded_run.hpp>

#include <cstdint>
#include <vector>

namespace curlew {

// flux_<name>_time.csv of the entries of outputs.flux: the power at every step.
class FluxTables : public StepTables {
public:
  // Throws OutputError.
  FluxTables(const Case &input, const ResultsDirectory &results, double dt_s,
             const Continued *continued);

  // `powers`: [step][surface], W, at the time before each step.
  void write(std::int64_t first_step, const std::vector<double> &powers);

private:
  double dt_s_;
};

// Powers through the surfaces of outputs.flux: the tables of FluxTables, in the summary and on
// stdout the energy that flowed, and, where the case has frequencies, flux_<name>.csv of the power
// of the phasors, divided by the waveform's |W(f)|^2 (reference_spectrum.hpp). Warns where the
// waveform is weak, and where power flowed in the last tenth of the run. Derived classes sample the
// fields of a scheme.
class FluxOutput : public TableRecorder<FluxTables> {
public:
  // Waits for the powers of the steps since the last call and returns them: [step][surface], W, at
  // the time before each step; the parts of all ranks add up.
  virtual std::vector<double> read() = 0;
  // Returns for each surface at each frequency of the case, [surface][frequency], the power of the
  // phasors of the whole record, not yet referred to the waveform, W s^2; this rank's part. Empty
  // without frequencies.
  virtual std::vector<double> spectra() = 0;

  void open(const RecordedRun &run, const ContinuedOutputs &continued) override;
  void flush(std::int64_t first_step) override;
  void write(std::int64_t steps, Summary &summary) override;
};

} // namespace curlew
