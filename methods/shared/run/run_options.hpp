#pragma once

#include <curlew/io/results/summary.hpp>

namespace curlew {

// Options of a run from the command line, beyond those that override the case.
struct RunOptions {
  bool overwrite = false;
  bool restart = false;
  bool quiet = false;
  Provenance provenance; // backend, device and threads are filled in by the run
};

} // namespace curlew
