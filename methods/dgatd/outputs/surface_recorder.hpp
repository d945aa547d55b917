#pragma once

#include <curlew/core/wave.hpp>
#include <curlew/methods/dgatd/outputs/radiating_surface.hpp>
#include <curlew/methods/dgatd/outputs/stencil_sampler.hpp>
#include <curlew/methods/shared/time/far_field_results.hpp>
#include <curlew/methods/shared/time/sampled_transform.hpp>

#include <cstdint>
#include <vector>

namespace curlew::dgatd {

// The far field of E on the radiating surface, of which it keeps the running transform. The surface
// and the reader must outlive it.
template <class Space, class Reader> class SurfaceRecorder final : public FarFieldOutput {
public:
  SurfaceRecorder(const Space &space, const RadiatingSurface &surface,
                  const std::vector<double> &frequencies_hz, double dt_s, const Reader &reader)
      : space_(space), surface_(surface), reader_(reader), tables_(Probes{surface.stencils, {}}),
        transform_(frequencies_hz, dt_s, 3 * static_cast<Offset>(surface.size())) {}

  bool record(std::int64_t step) override {
    using Sampler = StencilSampler<Space, Reader>;
    transform_.record(space_, SampleVectors<Sampler>{Sampler{tables_, reader_}},
                      static_cast<Index>(surface_.size()), step);
    return false;
  }

  RecordedSurface surface() override {
    const SampledPhasors electric = transform_.phasors(space_);
    RecordedSurface recorded;
    for (std::size_t f = 0; f < frequencies(); ++f)
      recorded.currents.push_back(
          currents_on(surface_, electric.sums[f], wavenumber_of(transform_.frequencies_hz()[f])));
    recorded.change = electric.change;
    return recorded;
  }

  // Saves the sums so far, [face][frequency][component][re, im], in V s/m.
  void save(FieldState &state) override {
    state[k_surface_sums] =
        with_columns_first(transform_.sums(space_), frequencies(), surface_.size(), k_parts);
  }
  void load(const FieldState &state) override {
    if (const auto at = state.find(k_surface_sums); at != state.end())
      transform_.load(space_,
                      with_columns_first(at->second, surface_.size(), frequencies(), k_parts));
  }

private:
  static constexpr std::size_t k_parts = 6; // components, re and im

  std::size_t frequencies() const { return transform_.frequencies_hz().size(); }

  Space space_;
  const RadiatingSurface &surface_;
  const Reader &reader_;
  StencilTables<Space> tables_;
  SampledTransform<Space> transform_;
};

} // namespace curlew::dgatd
