#pragma once

#include <curlew/methods/dgatd/radiating_surface.hpp>
#include <curlew/methods/dgatd/stencil_sampler.hpp>
#include <curlew/methods/shared/far_field/running_transform.hpp>
#include <curlew/methods/shared/time/probe_buffer.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace curlew::dgatd {

// The running transform of E on the radiating surface: samples of many steps are kept in the memory
// of the space, and then added to the sums together.
template <class Space> class SurfaceRecorder {
public:
  SurfaceRecorder(const RadiatingSurface &surface, const std::vector<double> &frequencies_hz,
                  double dt_s)
      : faces_(surface.size()), tables_(Probes{surface.stencils, {}}), samples_(faces_, 0),
        transform_(frequencies_hz, dt_s, 3 * static_cast<Offset>(faces_)),
        frequencies_(frequencies_hz.size()) {}

  // Records E after a step: E is at `step` dt.
  template <class Reader> void record(const Space &space, const Reader &reader, std::int64_t step) {
    if (samples_.filled() == 0)
      first_step_ = step;
    samples_.record(space, StencilSampler<Space, Reader>{tables_, reader});
    if (samples_.full() || samples_.filled() >= std::max<std::int64_t>(16, first_step_ / 20))
      flush(space); // often enough for change() to have the sums of a tenth of the run ago
  }

  // Returns the squares of the sums, and of their changes in about the last tenth of the steps.
  SurfaceChange change(const Space &space) {
    flush(space);
    const std::vector<double> sums = transform_.save(space);
    SurfaceChange result;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const double before = older_.empty() ? 0 : older_[i];
      result.sums += sums[i] * sums[i];
      result.change += (sums[i] - before) * (sums[i] - before);
    }
    return result;
  }

  // Returns the sums so far, [face][frequency][component][re, im].
  std::vector<double> save(const Space &space) {
    flush(space);
    return by_face(transform_.save(space));
  }

  void load(const Space &space, const std::vector<double> &sums) {
    samples_.clear();
    std::vector<double> by_frequency(sums.size());
    for_each_pair([&](std::size_t face, std::size_t frequency, int part) {
      by_frequency[frequency_major(face, frequency, part)] =
          sums[face_major(face, frequency, part)];
    });
    transform_.load(space, by_frequency);
  }

private:
  static constexpr int k_parts = 6; // components, re and im

  std::size_t face_major(std::size_t face, std::size_t frequency, int part) const {
    return (face * frequencies_ + frequency) * k_parts + part;
  }
  std::size_t frequency_major(std::size_t face, std::size_t frequency, int part) const {
    return (frequency * faces_ + face) * k_parts + part;
  }
  template <class F> void for_each_pair(F &&f) const {
    for (std::size_t face = 0; face < faces_; ++face)
      for (std::size_t frequency = 0; frequency < frequencies_; ++frequency)
        for (int part = 0; part < k_parts; ++part)
          f(face, frequency, part);
  }

  std::vector<double> by_face(const std::vector<double> &by_frequency) const {
    std::vector<double> sums(by_frequency.size());
    for_each_pair([&](std::size_t face, std::size_t frequency, int part) {
      sums[face_major(face, frequency, part)] =
          by_frequency[frequency_major(face, frequency, part)];
    });
    return sums;
  }

  void flush(const Space &space) {
    transform_.add(space, samples_.electric_rows(), samples_.filled(), first_step_);
    const std::int64_t step = first_step_ + samples_.filled();
    samples_.clear();
    if (step < next_copy_)
      return;
    older_ = std::move(newer_);
    newer_ = transform_.save(space);
    next_copy_ = step + step / 10;
  }

  std::size_t faces_;
  StencilTables<Space> tables_;
  ProbeBuffer<Space> samples_;
  RunningTransform<Space> transform_;
  std::size_t frequencies_;
  std::int64_t first_step_ = 0;
  std::vector<double> older_, newer_; // the sums at two earlier steps
  std::int64_t next_copy_ = 0;        // the step that replaces the older sums
};

} // namespace curlew::dgatd
