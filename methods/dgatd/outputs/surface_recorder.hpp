#pragma once

#include <curlew/methods/dgatd/outputs/radiating_surface.hpp>
#include <curlew/methods/dgatd/outputs/stencil_sampler.hpp>
#include <curlew/methods/shared/time/sampled_transform.hpp>

#include <cstdint>
#include <vector>

namespace curlew::dgatd {

// The running transform of E on the radiating surface.
template <class Space> class SurfaceRecorder {
public:
  SurfaceRecorder(const RadiatingSurface &surface, const std::vector<double> &frequencies_hz,
                  double dt_s)
      : faces_(surface.size()), tables_(Probes{surface.stencils, {}}),
        transform_(frequencies_hz, dt_s, 3 * static_cast<Offset>(faces_)) {}

  // Records E after a step: E is at `step` dt.
  template <class Reader> void record(const Space &space, const Reader &reader, std::int64_t step) {
    using Sampler = StencilSampler<Space, Reader>;
    transform_.record(space, SampleVectors<Sampler>{Sampler{tables_, reader}},
                      static_cast<Index>(faces_), step);
  }

  SumsChange change(const Space &space) { return transform_.change(transform_.sums(space)); }

  // Returns the sums so far, [face][frequency][component][re, im].
  std::vector<double> save(const Space &space) {
    return with_columns_first(transform_.sums(space), frequencies(), faces_, k_parts);
  }
  void load(const Space &space, const std::vector<double> &sums) {
    transform_.load(space, with_columns_first(sums, faces_, frequencies(), k_parts));
  }

private:
  static constexpr std::size_t k_parts = 6; // components, re and im

  std::size_t frequencies() const { return transform_.frequencies_hz().size(); }

  std::size_t faces_;
  StencilTables<Space> tables_;
  SampledTransform<Space> transform_;
};

} // namespace curlew::dgatd
