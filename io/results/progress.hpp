#pragma once

#include <curlew/core/log.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace curlew {

// "label  42 %  4200/10000  1.2k steps/s  0:04 left": the text of a line of progress. `done` of
// `total` units after `elapsed_s` seconds, of which `done_before` were done before the clock
// started (a restarted run).
std::string progress_line(const std::string &label, std::int64_t done, std::int64_t total,
                          double elapsed_s, std::int64_t done_before = 0);

// Shows how far a long loop is: on a terminal one line that is rewritten, otherwise a plain line
// every few seconds. update() costs a comparison in most calls, so it may be called in every step.
class Progress {
public:
  using Clock = std::chrono::steady_clock;
  struct Interval {
    double terminal_s = 0.2;
    double plain_s = 5;
  };

  Progress(std::string label, std::int64_t total, bool quiet);
  Progress(std::string label, std::int64_t total, bool quiet, Console &console, Interval interval);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  // `done` units are already there (restart): rate and remaining time count from here.
  void start_at(std::int64_t done);
  void update(std::int64_t done) {
    last_ = done;
    if (done >= next_look_) {
      look(done);
    }
  }
  // Replaces the status line by a last, plain one that stays. Called once, at the end.
  void finish();

private:
  void look(std::int64_t done);

  std::string label_;
  std::int64_t total_;
  bool quiet_;
  Console &console_;
  double interval_s_;
  Clock::time_point start_;
  Clock::time_point last_shown_;
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
  std::int64_t next_look_ = 0; // the clock is read again when this many units are done
  bool finished_ = false;
};

} // namespace curlew
