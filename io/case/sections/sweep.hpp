#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <vector>

namespace curlew {

// Returns the number of values of a key that is a value, a list of values, { "start", "stop",
// "step" } or { "start", "stop", "count" }; 0 or less for a sweep in the wrong direction.
std::int64_t sweep_count(const nlohmann::ordered_json &value);

// Returns the values. A sweep by steps ends at `stop` or, where that is no whole number of steps
// away (to 1e-6 of one), at the last value before it.
std::vector<double> sweep_values(const nlohmann::ordered_json &value);

// The shortest form that gives these values to the last bit: one value, a sweep of the form that
// the key takes, or a list.
enum class SweepBy { count, step };
nlohmann::ordered_json sweep_to_json(const std::vector<double> &values, SweepBy form);

} // namespace curlew
