#pragma once

#include <curlew/core/parallel/backend.hpp>

#include <string>
#include <vector>

namespace curlew {

// Work of a run that is done `count` times.
struct RepeatedWork {
  std::string name; // "step"; a count other than 1 adds an s
  double count = 0;
  double seconds = 0; // of one
  bool is_estimated = false;
};

// Forecast of the wall time of a run on one process.
struct TimeForecast {
  double setup_s = 0;
  std::vector<RepeatedWork> work;
  std::string basis; // assumptions behind estimated counts; empty without any
  std::string none;  // reason why there is no forecast; empty where there is one

  double seconds() const;
};

// Returns a time for people: "4.3 ms", "12 s", "3.2 min", "5 h".
std::string duration_text(double seconds);

// Returns "about 12 s on openmp (2 threads): set-up 2 s, 2327 steps of 4.3 ms", with the
// assumptions behind it, or "no forecast: " and the reason.
std::string to_text(const TimeForecast &forecast, Backend backend, int threads);

// Returns the line "time" of `curlew check`.
std::string time_line(const TimeForecast &forecast, Backend backend, int threads);

} // namespace curlew
