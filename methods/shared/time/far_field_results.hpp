#pragma once

#include <curlew/methods/shared/far_field/image_planes.hpp>
#include <curlew/methods/shared/far_field/surface_currents.hpp>
#include <curlew/methods/shared/time/recorded_run.hpp>
#include <curlew/methods/shared/time/recorded_sums.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace curlew {

// Currents on a surface, whose phasors a running transform has summed up.
struct RecordedSurface {
  std::vector<SurfaceCurrents> currents; // per frequency
  SumsChange change;                     // of this rank's part
  // Planes whose images radiate too; none: those of outputs.far_field.
  std::optional<std::vector<ImagePlane>> images = std::nullopt;
};

// The far field of a run with outputs.far_field (far_field.csv and "far_field" of the summary) and,
// with outputs.rcs, whose only excitation is a plane wave, rcs.csv of the scattered field. The
// phasors are divided by the spectrum of the waveform,
//   W(f) = dt sum over n of g((n + 1/2) dt) e^{-j omega (n + 1/2) dt},
// so that they belong to excitations that oscillate with their amplitude at f. Warns where the
// waveform is weak at a frequency, and where the sums had not settled when the run ended. Derived
// classes sum up the fields of a scheme.
class FarFieldOutput : public Recorder {
public:
  // Returns the phasors on the surface so far: per frequency of the case the currents on this
  // rank's part of it, not yet referred to the waveform.
  virtual RecordedSurface surface() = 0;

  void open(const RecordedRun &run, const ContinuedOutputs &) override { run_ = &run; }
  // Throws OutputError; NotConverged as radiated_power() does.
  void write(std::int64_t steps, Summary &summary) override;

protected:
  const RecordedRun *run_ = nullptr; // set by open()
};

} // namespace curlew
