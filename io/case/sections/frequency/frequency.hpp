#pragma once

#include <nlohmann/json.hpp>

#include <string_view>
#include <vector>

namespace curlew {

class CheckContext;

// One frequency, a list or a sweep, in Hz.
std::vector<double> read_frequencies(const nlohmann::ordered_json &node);
nlohmann::ordered_json frequencies_to_json(const std::vector<double> &frequencies_hz);

void check_frequencies(CheckContext &context);

std::string_view frequency_schema_text();

} // namespace curlew
