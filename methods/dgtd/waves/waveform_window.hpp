#pragma once

#include <curlew/core/parallel/instance_copies.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/core/waveform.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace curlew::dgtd {

// Equidistant samples of a waveform around the time of the steps, which moves on: so dense that
// cubics through four of them are right to 1e-7.
template <class Space> class WaveformWindow {
public:
  WaveformWindow(const Waveform &waveform, double dt_s)
      : waveform_(waveform), ahead_s_(k_steps * dt_s) {
    constexpr double k_per_period = 150;
    spacing_s_ = std::min(dt_s, 1 / (k_per_period * waveform.highest_frequency_hz()));
  }

  // Extends the samples over these times, and over some more behind them.
  void cover(const Space &space, double from_s, double to_s) {
    const auto low = static_cast<std::int64_t>(std::floor(from_s / spacing_s_)) - k_margin;
    const auto high = static_cast<std::int64_t>(std::ceil(to_s / spacing_s_)) + k_margin;
    if (low >= low_ && high <= high_)
      return;
    low_ = low;
    high_ = high + static_cast<std::int64_t>(ahead_s_ / spacing_s_);
    std::vector<double> samples;
    for (std::int64_t k = low_; k <= high_; ++k)
      samples.push_back(waveform_(static_cast<double>(k) * spacing_s_));
    space.fence(); // kernels may still read the samples before
    samples_ = to_view<Space>("curlew::dgtd::waveform", samples);
  }

  const Kokkos::View<const double *, Space> &samples() const { return samples_; }
  // Position of a time, in spacings behind a sample, and that sample's number. The time alone
  // determines the sample, so that a run that continues another computes the same bits.
  struct Position {
    double behind;
    std::int64_t sample;
  };
  Position position(double t_s) const {
    const double at = t_s / spacing_s_, whole = std::floor(at);
    return {at - whole, static_cast<std::int64_t>(whole) - low_};
  }
  double per_spacing() const { return 1 / spacing_s_; }

private:
  static constexpr int k_steps = 256; // steps that one filling serves
  static constexpr std::int64_t k_margin = 3;

  Waveform waveform_;
  double ahead_s_, spacing_s_ = 0;
  std::int64_t low_ = 0, high_ = -1;
  Kokkos::View<const double *, Space> samples_;
};

} // namespace curlew::dgtd
