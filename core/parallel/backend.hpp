#pragma once

#include <curlew/core/error.hpp>
#include <curlew/core/memory.hpp>
#include <curlew/core/parallel/kokkos_compat.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/threads.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace curlew {

// Execution spaces for kernels. One is chosen at run time among those compiled in.
enum class Backend { serial, openmp, cuda, hip };

std::string to_string(Backend backend);

// True where the backend's kernels run on a GPU, in memory of its own.
constexpr bool is_device_backend(Backend backend) {
  return backend == Backend::cuda || backend == Backend::hip;
}

// Returns the names of all backends, compiled in or not: "serial", "openmp", "cuda", "hip".
std::vector<std::string> backend_names();

// Returns every backend of this binary, the fastest last.
std::vector<Backend> compiled_backends();

// Why this binary's Kokkos cannot start on this machine (a CUDA build without an NVIDIA device, a
// HIP build without one of AMD), and what to do; empty where it can.
std::string why_kokkos_cannot_start();

// Converts "auto" or one of backend_names() to a backend of this binary. Throws InputError for an
// unknown name and NotCompiled for a backend that this binary lacks.
Backend parse_backend(const std::string &name);

// The hardware that a backend computes on, found without starting Kokkos.
struct Device {
  std::string name;
  // Bytes of its memory; infinite where the system does not report them.
  double total_bytes = 0, free_bytes = 0;
  std::string uuid = {}; // of a GPU: names it whatever number a process gives it
};

// Throws InputError where why_kokkos_cannot_start() is not empty and the backend runs on a device.
Device find_device(Backend backend);

// The memory that the backend computes in. Throws as find_device() does.
Memory memory_of(Backend backend);

// Number of the backend's devices visible to this process: 1 for hosts.
int device_count(Backend backend);

// Records the processors that this process may use, which the mask of a bound thread does not show:
// where OMP_PROC_BIND or OMP_PLACES is set, those of all OpenMP places. To be called first in
// main(); KokkosRuntime calls it otherwise.
void record_process_affinity();

// Runs Kokkos between construction and destruction; once per process. Only the commands that
// compute make one, so that the others work where there is no device.
class KokkosRuntime {
public:
  // `threads` 0: default_threads(). On a host with several devices, processes take them in turn by
  // `rank_on_host` (-1: alone).
  // Throws InputError where Kokkos cannot start.
  explicit KokkosRuntime(int threads, int rank_on_host = -1);
  ~KokkosRuntime();
  KokkosRuntime(const KokkosRuntime &) = delete;
  KokkosRuntime &operator=(const KokkosRuntime &) = delete;

  // Number of host threads started: fewer than requested where Kokkos takes no more.
  int threads() const { return threads_; }

private:
  int threads_;
};

namespace detail {

// f(space) with the space of processors and one thread.
template <class F> decltype(auto) call_serial(F &&f) {
  using Result = decltype(f(compat::serial_instance()));
  static_assert(!std::is_reference_v<Result>, "what a backend returns outlives the call");
  if constexpr (std::is_void_v<Result>) {
    compat::on_one_thread([&] { f(compat::serial_instance()); });
  } else {
    std::optional<Result> result;
    compat::on_one_thread([&] { result.emplace(f(compat::serial_instance())); });
    return Result(std::move(*result));
  }
}

} // namespace detail

// Calls f(space) with an execution-space instance of the backend: the only dispatch from a run-time
// choice to a type, so that kernels carry no virtual call and no preprocessor test. "serial" and
// "openmp" are one type. The number of threads holds while f runs; objects that f returns compute
// with those of Kokkos where they are called outside of with_threads_of().
template <class F> decltype(auto) with_backend(Backend backend, F &&f) {
  switch (backend) {
#ifdef KOKKOS_ENABLE_HIP
  case Backend::hip:
    return f(Kokkos::HIP());
#endif
#ifdef KOKKOS_ENABLE_CUDA
  case Backend::cuda:
    return f(Kokkos::Cuda());
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  case Backend::openmp:
    return f(Kokkos::OpenMP());
#endif
  default:
    return detail::call_serial(f);
  }
}

// Calls f() with the threads of the backend: one for "serial", all that Kokkos has for the others.
template <class F> decltype(auto) with_threads_of(Backend backend, F &&f) {
  if (backend == Backend::serial)
    return detail::call_serial([&](const auto &) { return f(); });
  return f();
}

} // namespace curlew
