#pragma once

#include <curlew/methods/fem/outputs/fields.hpp>
#include <curlew/methods/fem/time/newmark_scheme.hpp>
#include <curlew/methods/shared/time/time_method.hpp>

namespace curlew::fem {

// The faces that the far field of a case in time is taken from, and the unknowns of the tets behind
// them, which its phasors are made of.
class FarFieldSurface {
public:
  // Empty without outputs.far_field. `input` and `problem` must stay.
  FarFieldSurface(const Case &input, const Problem &problem);

  const std::vector<Index> &unknowns() const { return unknowns_; } // rising
  // The currents at each frequency, scaled so that write_far_fields() (shared/time), which divides
  // by the spectrum of the waveform, makes them those of the equations at the frequency: there the
  // mesh's own spectrum takes its place (mesh_spectrum).
  RecordedSurface currents(const NewmarkScheme &scheme, const TimePlan &plan) const;

private:
  const Case &input_;
  const Problem &problem_;
  std::vector<RadiatingFace> faces_;
  std::vector<Index> unknowns_;
};

// Where a step of `dt_s` has what the equations of the mesh have at a frequency: of beta = 1/4 at
// w' with w = (2 / dt) tan(w' dt / 2), else at the frequency itself.
double stepped_frequency_hz(double frequency_hz, double dt_s, double beta);

} // namespace curlew::fem
