#pragma once

#include <curlew/io/case/sections/frequency/frequency.hpp>

namespace curlew {

// Reads the sweep from the same value as read_frequencies(); a value without "sweep" is uniform.
FrequencySweepSpec read_frequency_sweep(const nlohmann::ordered_json &node);
// Writes the value that both functions read.
nlohmann::ordered_json frequencies_to_json(const std::vector<double> &frequencies_hz,
                                           const FrequencySweepSpec &sweep);

// Checks that the numbers of an adaptive sweep are given with one. To be called after
// check_frequencies().
void check_frequency_sweep(CheckContext &context);

} // namespace curlew
