#pragma once

#include <curlew/methods/fem/outputs/fields.hpp>
#include <curlew/methods/shared/time/far_field_results.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>

#include <vector>

namespace curlew::fem {

// Faces that the far field of a case in time is computed from, and the unknowns of the tets behind
// them, whose phasors give the currents.
class FarFieldSurface {
public:
  // Empty without outputs.far_field. `input` and `problem` must outlive the surface.
  FarFieldSurface(const Case &input, const Problem &problem);

  const std::vector<Index> &unknowns() const { return unknowns_; } // rising
  // Returns the currents at each frequency from the phasors of unknowns(), scaled for
  // FarFieldOutput (shared/time), which divides by the spectrum of the waveform: the scale replaces
  // that spectrum by the mesh's own spectrum (mesh_spectrum), so that the result is that of the
  // equations at the frequency.
  RecordedSurface currents(const SampledPhasors &phasors, const TimePlan &plan) const;

private:
  const Case &input_;
  const Problem &problem_;
  std::vector<RadiatingFace> faces_;
  std::vector<Index> unknowns_;
};

// Returns the frequency at which a step of `dt_s` gives the solution of the mesh's equations at
// `frequency_hz`: for beta = 1/4 the w' with w = (2 / dt) tan(w' dt / 2), else the frequency
// itself.
double stepped_frequency_hz(double frequency_hz, double dt_s, double beta);

} // namespace curlew::fem
