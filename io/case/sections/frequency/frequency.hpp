#pragma once

#include <nlohmann/json.hpp>

#include <string_view>
#include <vector>

namespace curlew {

class CheckContext;

// How the frequencies are solved for.
struct FrequencySweepSpec {
  bool is_adaptive = false; // at some; a model has the others
  double tolerance = 1e-3;  // of interpolated S-parameters, absolute
  int max_solves = 50;
  // adaptive: where fields and powers are wanted besides, whatever was solved for
  std::vector<double> outputs_at_hz = {};
};

// One frequency, a list or a sweep, in Hz.
std::vector<double> read_frequencies(const nlohmann::ordered_json &node);
nlohmann::ordered_json frequencies_to_json(const std::vector<double> &frequencies_hz);

void check_frequencies(CheckContext &context);

std::string_view frequency_schema_text();

} // namespace curlew
