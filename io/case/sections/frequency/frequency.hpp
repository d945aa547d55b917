#pragma once

#include <nlohmann/json.hpp>

#include <string_view>
#include <vector>

namespace curlew {

class CheckContext;

// Choice of the frequencies that are solved for.
struct FrequencySweepSpec {
  bool is_adaptive = false; // solves at some frequencies; a model gives the others
  double tolerance = 1e-3;  // tolerance of interpolated S-parameters, absolute
  int max_solves = 50;
  // adaptive: further frequencies at which fields and powers are written; in time: those of fields
  std::vector<double> outputs_at_hz = {};
};

// Reads one frequency, a list or a sweep, in Hz.
std::vector<double> read_frequencies(const nlohmann::ordered_json &node);
nlohmann::ordered_json frequencies_to_json(const std::vector<double> &frequencies_hz);

void check_frequencies(CheckContext &context);

std::string_view frequency_schema_text();

} // namespace curlew
