#pragma once

#include <string>

namespace curlew {

// Largest number of threads; more are refused wherever they are requested.
constexpr int k_most_threads = 4096;

// Requested numbers of threads; 0 and empty: no request.
struct ThreadRequest {
  int command_line = 0; // --threads
  int of_case = 0;      // run.threads
  std::string case_location;
  bool oversubscribe = false; // more threads than processors are meant
};

struct ThreadChoice {
  int count = 1;
  std::string source; // "--threads", "OMP_NUM_THREADS", "the affinity mask", ...
};

// Returns the number of host threads: the command line's, the case's, OMP_NUM_THREADS, or else this
// rank's share of usable_processors(), in this order. Throws InputError for more threads than
// processors without `oversubscribe`, for more than k_most_threads, and for an OMP_NUM_THREADS that
// is no number.
ThreadChoice choose_threads(const ThreadRequest &request = {});

// The number of host threads without a request.
int default_threads();

// Returns "4 threads, from --threads (this process may use 8 processors)".
std::string to_text(const ThreadChoice &choice);

} // namespace curlew
