#pragma once

#include <chrono>

namespace curlew {

// Measures wall time in s from its construction.
class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Writes the wall time of a block, s, when the block is left, by an exception too.
class TimedBlock {
public:
  explicit TimedBlock(double &seconds) : seconds_(seconds) {}
  TimedBlock(const TimedBlock &) = delete;
  TimedBlock &operator=(const TimedBlock &) = delete;
  ~TimedBlock() { seconds_ = watch_.seconds(); }

private:
  double &seconds_;
  Stopwatch watch_;
};

} // namespace curlew
