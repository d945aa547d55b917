#pragma once

#include <curlew/io/results/summary.hpp>

namespace curlew {

// What the command line says of a run, beyond what it overrides in the case.
struct RunOptions {
  bool overwrite = false;
  bool restart = false;
  bool quiet = false;
  Provenance provenance; // backend, device and threads are filled in by the run
};

} // namespace curlew
