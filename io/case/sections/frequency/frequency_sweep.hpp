#pragma once

#include <curlew/io/case/sections/frequency/frequency.hpp>

namespace curlew {

// Of the same value as read_frequencies(); one without "sweep" is uniform.
FrequencySweepSpec read_frequency_sweep(const nlohmann::ordered_json &node);
// The inverse of both.
nlohmann::ordered_json frequencies_to_json(const std::vector<double> &frequencies_hz,
                                           const FrequencySweepSpec &sweep);

// After check_frequencies(): numbers of an adaptive sweep are given with one.
void check_frequency_sweep(CheckContext &context);

} // namespace curlew
