#pragma once

#include <ctime>
#include <string>

namespace curlew {

// Returns the time of now in UTC as in ISO 8601: 2026-11-27T20:15:00Z.
inline std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

} // namespace curlew
