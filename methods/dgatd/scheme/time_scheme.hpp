#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/dgatd/scheme/scheme.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <vector>

namespace curlew::dgatd {

struct SchemeTimes {
  double step_s = 0, faraday_s = 0, ampere_s = 0; // medians over the batches
  double spread = 0;                              // (slowest - fastest) / median of a step
  double setup_s = 0;
  MinimumBytes minimum_bytes;
  std::uint64_t stored_unknowns = 0;
  bool half_edges = false; // true where E is kept on half edges
  double memory_bytes = 0; // backend memory that the scheme takes
};

// Returns the memory in use now: of this process on hosts, of the whole device on devices.
double used_bytes(Backend backend);

// Pseudo-random unknowns: zeros would hide memory traffic and denormals.
template <class Scheme> void fill_unknowns(Scheme &scheme) {
  State state = scheme.save();
  double value = 0.37;
  for (auto &[name, values] : state)
    for (double &one : values)
      one = (value = value < 0.5 ? 1.9 * value : 1.9 * (1 - value)) - 0.5;
  scheme.load(state);
}

// Steps a scheme on non-zero fields, in batches of whole steps and batches of each law alone. As in
// a run, each batch is waited for once.
template <class Space, class Scheme> SchemeTimes time_scheme(const Space &space, Scheme &scheme) {
  constexpr int k_batches = 5;
  constexpr double k_batch_s = 0.1;
  fill_unknowns(scheme);
  const auto faraday = [&] { scheme.advance_h(space); };
  const auto ampere = [&] { scheme.advance_e(space, {}); };
  const auto step = [&] {
    faraday();
    ampere();
  };
  const auto batch = [&](int times, const auto &action) {
    space.fence();
    const Kokkos::Timer timer;
    for (int i = 0; i < times; ++i)
      action();
    space.fence();
    return timer.seconds() / times;
  };
  batch(1, step);
  const double trial_s = batch(1, step);
  const int steps = std::clamp(static_cast<int>(k_batch_s / trial_s), 1, 1000);
  std::vector<double> whole, faradays, amperes;
  for (int i = 0; i < k_batches; ++i) {
    whole.push_back(batch(steps, step));
    faradays.push_back(batch(steps, faraday));
    amperes.push_back(batch(steps, ampere));
  }
  const auto median = [](std::vector<double> &values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
  };
  SchemeTimes result;
  result.step_s = median(whole);
  result.spread = (*std::max_element(whole.begin(), whole.end()) -
                   *std::min_element(whole.begin(), whole.end())) /
                  result.step_s;
  result.faraday_s = median(faradays);
  result.ampere_s = median(amperes);
  result.minimum_bytes = scheme.minimum_bytes();
  result.stored_unknowns = scheme.stored_unknowns();
  result.half_edges = Scheme::k_has_halves;
  return result;
}

} // namespace curlew::dgatd
