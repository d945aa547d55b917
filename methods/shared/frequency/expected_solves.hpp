#pragma once

#include <curlew/io/case/case.hpp>

#include <algorithm>

namespace curlew {

// What an adaptive sweep interpolates with between the frequencies that it solves.
enum class SweepInterpolation { rational, reduced_model };

// Returns the frequencies at which a run solves; for an adaptive sweep those that sweeps of the
// examples took, at most.
inline double expected_frequencies(const Case &input, SweepInterpolation by) {
  constexpr double k_rational = 11, k_reduced_model = 5;
  const auto all = static_cast<double>(input.frequencies_hz.size());
  if (!input.frequency_sweep.is_adaptive)
    return all;
  return std::min({all, static_cast<double>(input.frequency_sweep.max_solves),
                   by == SweepInterpolation::rational ? k_rational : k_reduced_model});
}

} // namespace curlew
