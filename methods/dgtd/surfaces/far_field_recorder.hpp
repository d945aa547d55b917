#pragma once

#include <curlew/core/wave.hpp>
#include <curlew/methods/dgtd/surfaces/huygens_surface.hpp>
#include <curlew/methods/dgtd/surfaces/surface_recorder.hpp>
#include <curlew/methods/shared/time/far_field_results.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace curlew::dgtd {

// The far field of the transforms of E and H on a surface. `surface` and `fields` must outlive it.
template <class Space> class FarFieldRecorder final : public FarFieldOutput {
public:
  // `lag_steps`: lag of H behind E. `images`: planes whose images of the surface radiate too.
  FarFieldRecorder(const Space &space, const Problem &problem, const HuygensSurface &surface,
                   const Slots &slots, const std::vector<double> &frequencies_hz, double dt_s,
                   double lag_steps, std::vector<ImagePlane> images, const Fields<Space> &fields)
      : space_(space), n_(problem.per_tet()), surface_(surface), frequencies_hz_(frequencies_hz),
        lag_steps_(lag_steps), images_(std::move(images)), fields_(fields),
        transform_(problem, surface.stencils, slots, frequencies_hz, dt_s) {}

  bool record(std::int64_t step) override {
    transform_.record(space_, fields_, n_, step);
    return false;
  }

  SampledPhasors phasors() { return transform_.read(space_, lag_steps_); }
  RecordedSurface surface() override {
    const SampledPhasors sums = phasors();
    RecordedSurface recorded;
    for (std::size_t f = 0; f < frequencies_hz_.size(); ++f)
      recorded.currents.push_back(
          currents_on(surface_, sums.sums[f], wavenumber_of(frequencies_hz_[f])));
    recorded.change = sums.change;
    recorded.images = images_;
    return recorded;
  }

  void save(FieldState &state) override { transform_.save(space_, k_surface_sums, state); }
  void load(const FieldState &state) override { transform_.load(space_, k_surface_sums, state); }

private:
  Space space_;
  int n_;
  const HuygensSurface &surface_;
  std::vector<double> frequencies_hz_;
  double lag_steps_;
  std::vector<ImagePlane> images_;
  const Fields<Space> &fields_;
  SurfaceRecorder<Space> transform_;
};

} // namespace curlew::dgtd
