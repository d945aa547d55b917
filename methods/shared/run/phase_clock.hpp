#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace curlew {

// Records the time since its last call under a name, for the summary.
class PhaseClock {
public:
  PhaseClock() = default;
  // Counts from `started`: the time until now is the first phase.
  explicit PhaseClock(std::chrono::steady_clock::time_point started)
      : started_(started), last_(started) {
    end("start of the program");
  }
  // `first_s` seconds of the time, where given, belong to another phase that ran first.
  void end(const std::string &phase, double first_s = 0, const std::string &first = "") {
    const auto now = std::chrono::steady_clock::now();
    if (!first.empty())
      phases_.emplace_back(first, first_s);
    phases_.emplace_back(phase, std::chrono::duration<double>(now - last_).count() - first_s);
    last_ = now;
  }
  const std::vector<std::pair<std::string, double>> &phases() const { return phases_; }
  // Returns the seconds until now.
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  }

private:
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_ = started_;
  std::vector<std::pair<std::string, double>> phases_;
};

} // namespace curlew
