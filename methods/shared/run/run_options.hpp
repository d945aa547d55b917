#pragma once

#include <curlew/io/results/summary.hpp>

#include <chrono>

namespace curlew {

// Options of a run from the command line, beyond those that override the case.
struct RunOptions {
  bool overwrite = false;
  bool restart = false;
  bool quiet = false;
  // Start of the program, from which wall times count.
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
  Provenance provenance; // backend, device and threads are filled in by the run
};

} // namespace curlew
