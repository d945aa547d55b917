#pragma once

#include <curlew/methods/shared/time/time_values.hpp>

#include <cmath>
#include <complex>
#include <optional>
#include <string>
#include <vector>

namespace curlew {

// Sums that begin with the first step, so that only the checkpoint of a run that took them can
// continue them.
struct RecordedSums {
  std::string name;                // in a state
  std::optional<std::size_t> size; // numbers of the whole state; none: not checked
  std::string case_location;
  std::string what;   // "a far field, whose sums"
  std::string remedy; // "without outputs.far_field"
};

// Squares of the sums of a transform, and of their changes in about the last tenth of the steps.
// Those of all ranks add up.
struct SumsChange {
  double squares = 0, late_squares = 0;

  double relative() const { return squares > 0 ? std::sqrt(late_squares / squares) : 0; }
};

// Sums of a transform as phasors, [frequency][value], not yet referred to a waveform.
struct SampledPhasors {
  std::vector<std::vector<std::complex<double>>> sums;
  SumsChange change;
};

// Throws InputError where the state of a checkpoint does not hold the sums.
void require_sums(const FieldState &whole, const RecordedSums &sums);

} // namespace curlew
