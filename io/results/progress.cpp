#include <curlew/io/results/progress.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

std::string clock_time(double seconds) {
  const auto s = static_cast<std::int64_t>(std::llround(seconds));
  return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60)
                  : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

std::string rate_text(double per_second) {
  if (per_second >= 1e6) {
    return fmt::format("{:.3g}M/s", per_second / 1e6);
  }
  if (per_second >= 1e3) {
    return fmt::format("{:.3g}k/s", per_second / 1e3);
  }
  return fmt::format("{:.3g}/s", per_second);
}

double seconds_between(Progress::Clock::time_point from, Progress::Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

} // namespace

std::string progress_line(const std::string &label, std::int64_t done, std::int64_t total,
                          double elapsed_s, std::int64_t done_before) {
  const double percent =
      total > 0 ? 100.0 * static_cast<double>(done) / static_cast<double>(total) : 100.0;
  // Rounded down: 100 % is shown only when all is done.
  std::string line = fmt::format("{}  {} %  {}/{}", label, std::floor(percent), done, total);
  const std::int64_t made = done - done_before;
  if (made > 0 && elapsed_s > 0) {
    const double rate = static_cast<double>(made) / elapsed_s;
    line += "  " + rate_text(rate);
    if (done < total) {
      line += fmt::format("  {} left", clock_time(static_cast<double>(total - done) / rate));
    } else {
      line += fmt::format("  {} in all", clock_time(elapsed_s));
    }
  }
  return line;
}

Progress::Progress(std::string label, std::int64_t total, bool quiet)
    : Progress(std::move(label), total, quiet, curlew::console(), Interval{}) {}

Progress::Progress(std::string label, std::int64_t total, bool quiet, Console &console,
                   Interval interval)
    : label_(std::move(label)), total_(total), quiet_(quiet), console_(console),
      interval_s_(console.is_terminal() ? interval.terminal_s : interval.plain_s),
      start_(Clock::now()), last_shown_(start_) {}

Progress::~Progress() {
  // An exception ends the loop early: its message must not follow a half line.
  if (!finished_ && !quiet_) {
    console_.clear_status();
  }
}

void Progress::start_at(std::int64_t done) {
  first_ = last_ = next_look_ = done;
  start_ = last_shown_ = Clock::now();
}

void Progress::look(std::int64_t done) {
  const auto now = Clock::now();
  const double elapsed = seconds_between(start_, now);
  // The clock is read again after about a tenth of the interval, whatever a step takes.
  const double per_unit = elapsed / static_cast<double>(std::max<std::int64_t>(1, done - first_));
  const double units = per_unit > 0 ? interval_s_ / 10 / per_unit : 1;
  next_look_ = done + std::max<std::int64_t>(1, static_cast<std::int64_t>(std::min(units, 1e9)));
  // Never beyond twice what is done, so that a fast start does not hide a slow sequel.
  next_look_ = std::min(next_look_, std::max(done + 1, first_ + 2 * (done - first_)));
  if (quiet_ || seconds_between(last_shown_, now) < interval_s_) {
    return;
  }
  last_shown_ = now;
  const std::string line = progress_line(label_, done, total_, elapsed, first_);
  if (console_.is_terminal()) {
    console_.show_status(line);
  } else {
    console_.print(line);
  }
}

void Progress::finish() {
  finished_ = true;
  if (quiet_) {
    return;
  }
  console_.clear_status();
  console_.print(
      progress_line(label_, last_, total_, seconds_between(start_, Clock::now()), first_));
}

} // namespace curlew
