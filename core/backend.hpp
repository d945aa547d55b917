#pragma once

#include <curlew/core/error.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <vector>

namespace curlew {

// Where kernels run. Chosen at run time among those compiled in.
enum class Backend { serial, openmp };

std::string to_string(Backend backend);

// Every backend of this binary, the fastest last.
std::vector<Backend> compiled_backends();

// "auto", "serial", "openmp", "cuda" to a backend of this binary. Throws InputError for an unknown
// name and NotCompiled for a backend that this binary lacks.
Backend parse_backend(const std::string &name);

// Host threads that OpenMP would use when nothing is asked for.
int default_threads();

// Kokkos between construction and destruction; once per process. Only the commands that compute
// make one, so that the others work where there is no device.
class KokkosRuntime {
public:
  explicit KokkosRuntime(int threads);
  ~KokkosRuntime();
  KokkosRuntime(const KokkosRuntime &) = delete;
  KokkosRuntime &operator=(const KokkosRuntime &) = delete;
};

// Calls f(space) with an execution-space instance of the backend: the only dispatch from a run-time
// choice to a type, so that kernels carry no virtual call and no preprocessor test.
template <class F> decltype(auto) with_backend(Backend backend, F &&f) {
  switch (backend) {
#ifdef KOKKOS_ENABLE_OPENMP
  case Backend::openmp:
    return f(Kokkos::OpenMP());
#endif
  default:
    return f(Kokkos::Serial());
  }
}

// Bytes per second (read plus written) at which `Space` copies an array of `bytes` bytes; median of
// several repetitions. The yardstick of every bench.
template <class Space> double copy_bandwidth(std::size_t bytes = std::size_t(256) << 20);

} // namespace curlew
