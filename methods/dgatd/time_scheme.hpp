#pragma once

#include <curlew/methods/dgatd/scheme.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <vector>

namespace curlew::dgatd {

struct SchemeTimes {
  double faraday_s = 0, ampere_s = 0; // medians over the batches, per step
  double spread = 0;                  // (slowest - fastest) / median of a whole step
  double setup_s = 0;
  MinimumBytes minimum_bytes;
  std::uint64_t stored_unknowns = 0;
  double resident_bytes = 0; // what the process grew by
};

// Bytes of this process in memory now.
double resident_bytes();

// Steps a scheme on non-zero fields: batches of a fixed number of steps, each law timed apart.
template <class Space, class Scheme> SchemeTimes time_scheme(const Space &space, Scheme &scheme) {
  constexpr int k_batches = 7;
  constexpr double k_batch_s = 0.2;
  State state = scheme.save();
  double value = 0.37; // zeros would hide memory traffic and denormals
  for (auto &[name, values] : state)
    for (double &one : values)
      one = (value = value < 0.5 ? 1.9 * value : 1.9 * (1 - value)) - 0.5;
  scheme.load(state);
  state.clear();
  const auto step = [&](SchemeTimes &times) {
    Kokkos::Timer timer;
    scheme.advance_h(space);
    space.fence();
    times.faraday_s += timer.seconds();
    timer.reset();
    scheme.advance_e(space, {});
    space.fence();
    times.ampere_s += timer.seconds();
  };
  SchemeTimes trial;
  step(trial);
  trial = {};
  step(trial);
  const int steps =
      std::clamp(static_cast<int>(k_batch_s / (trial.faraday_s + trial.ampere_s)), 1, 1000);
  std::vector<double> faraday, ampere, whole;
  for (int batch = 0; batch < k_batches; ++batch) {
    SchemeTimes times;
    for (int i = 0; i < steps; ++i)
      step(times);
    faraday.push_back(times.faraday_s / steps);
    ampere.push_back(times.ampere_s / steps);
    whole.push_back((times.faraday_s + times.ampere_s) / steps);
  }
  const auto median = [](std::vector<double> &values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
  };
  SchemeTimes result;
  result.spread = (*std::max_element(whole.begin(), whole.end()) -
                   *std::min_element(whole.begin(), whole.end())) /
                  median(whole);
  result.faraday_s = median(faraday);
  result.ampere_s = median(ampere);
  result.minimum_bytes = scheme.minimum_bytes();
  result.stored_unknowns = scheme.stored_unknowns();
  return result;
}

} // namespace curlew::dgatd
