#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace curlew {

class CheckContext;

struct TimeSpec {
  std::optional<double> duration_s; // exactly one of duration and steps
  std::optional<std::int64_t> steps;
  std::optional<double> dt_s; // else courant
  double courant = 0.95;      // 0: for a scheme without a limit of stability
  bool allow_unstable = false;
  std::optional<double> stop_at_energy_db;
};

TimeSpec read_time(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const TimeSpec &time);

void check_time(CheckContext &context);

std::string_view time_schema_text();

} // namespace curlew
