#pragma once

#include <nlohmann/json.hpp>

#include <vector>

// outputs.fields of a run in time: snapshots, or phasors at frequencies.
namespace curlew {

class CheckContext;

// Checks that the fields have times or frequencies, and phasors one pulse to refer to. To be called
// after check_frequencies().
void check_fields_in_time(CheckContext &context);

// Returns the frequencies of the phasors, Hz, among the outputs; those of the case where they have
// none of their own.
std::vector<double> read_field_frequencies(const nlohmann::ordered_json &outputs,
                                           const std::vector<double> &frequencies_hz);
// Writes them into the outputs, in place of what belongs to solves at frequencies.
void write_field_frequencies(const std::vector<double> &frequencies_hz,
                             nlohmann::ordered_json &outputs);

} // namespace curlew
