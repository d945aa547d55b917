#pragma once

#include <curlew/core/error.hpp>
#include <curlew/core/memory.hpp>
#include <curlew/core/spaces.hpp>

#include <string>
#include <vector>

namespace curlew {

// Where kernels run. Chosen at run time among those compiled in.
enum class Backend { serial, openmp, cuda };

std::string to_string(Backend backend);

// Every backend of this binary, the fastest last.
std::vector<Backend> compiled_backends();

// Why this binary's Kokkos cannot start on this machine (a CUDA build without an NVIDIA device),
// and what to do; empty where it can.
std::string why_kokkos_cannot_start();

// "auto", "serial", "openmp", "cuda" to a backend of this binary. Throws InputError for an unknown
// name and NotCompiled for a backend that this binary lacks.
Backend parse_backend(const std::string &name);

// What a backend computes on, found without starting Kokkos.
struct Device {
  std::string name;
  double total_bytes = 0, free_bytes = 0; // of its memory; infinite where the system does not say
};

// Throws InputError where why_kokkos_cannot_start() says something and the backend is cuda.
Device find_device(Backend backend);

// The memory that it computes in. Throws as find_device() does.
Memory memory_of(Backend backend);

// How many of them this process sees: 1 for hosts.
int device_count(Backend backend);

// Host threads that OpenMP would use when nothing is asked for: all cores that this process may
// use, shared with `processes_on_host` others unless the launcher has bound each to its own.
int default_threads(int processes_on_host = 1);

// Kokkos between construction and destruction; once per process. Only the commands that compute
// make one, so that the others work where there is no device.
class KokkosRuntime {
public:
  // On a host with several devices, processes take them in turn by `rank_on_host` (-1: alone).
  // Throws InputError where Kokkos cannot start.
  explicit KokkosRuntime(int threads, int rank_on_host = -1);
  ~KokkosRuntime();
  KokkosRuntime(const KokkosRuntime &) = delete;
  KokkosRuntime &operator=(const KokkosRuntime &) = delete;
};

// Calls f(space) with an execution-space instance of the backend: the only dispatch from a run-time
// choice to a type, so that kernels carry no virtual call and no preprocessor test.
template <class F> decltype(auto) with_backend(Backend backend, F &&f) {
  switch (backend) {
#ifdef KOKKOS_ENABLE_CUDA
  case Backend::cuda:
    return f(Kokkos::Cuda());
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  case Backend::openmp:
    return f(Kokkos::OpenMP());
#endif
  default:
    return f(Kokkos::Serial());
  }
}

} // namespace curlew
