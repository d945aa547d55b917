#pragma once

#include <curlew/core/parallel/backend.hpp>

#include <filesystem>
#include <optional>

namespace curlew {

// Rates of a backend with some threads, measured by short kernels.
struct MachineRates {
  double copy = 0;        // bytes/s, read plus written, of arrays beyond the caches
  double cached_copy = 0; // the same within the caches
  double product = 0;     // flop/s of products of dense complex matrices

  // Returns the rate of kernels that stream over `bytes` of data again and again.
  double streaming(double bytes) const;
};

// Returns the file of the rates that have been measured for this user:
// $XDG_CACHE_HOME/curlew/machine-rates.json, else that in ~/.cache; empty without either.
std::filesystem::path rates_file();

// Returns the rates in the file for this processor or device, number of threads and version of
// the program; nothing where it has none.
std::optional<MachineRates> stored_rates(Backend backend, int threads,
                                         const std::filesystem::path &file = rates_file());

// Returns the stored rates, or else measures them, which takes about 0.3 s, and stores them. A file
// that cannot be written is no error: the next call measures again. Kokkos must be running with
// these threads.
MachineRates machine_rates(Backend backend, int threads,
                           const std::filesystem::path &file = rates_file());

} // namespace curlew
