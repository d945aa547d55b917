#pragma once

// The only file for the differences between Kokkos 3.4 (Trilinos 13.2), 4.x and 5.x.

#include <Kokkos_Core.hpp>
#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

#include <exception>
#include <string>

namespace curlew::compat {

// Kokkos' OpenMP space keeps its threads in a table of this length (MAX_THREAD_COUNT), beyond which
// it writes without a check.
constexpr int k_most_openmp_threads = 512;

// Starts Kokkos with this many host threads (0 leaves the choice to Kokkos) on this device (-1
// too).
inline void initialize_kokkos(int threads, int device = -1) {
#if KOKKOS_VERSION >= 30700
  Kokkos::InitializationSettings settings;
  if (threads > 0)
    settings.set_num_threads(threads);
  if (device >= 0)
    settings.set_device_id(device);
  settings.set_disable_warnings(true);
#else
  Kokkos::InitArguments settings;
  if (threads > 0)
    settings.num_threads = threads;
  settings.device_id = device;
  settings.disable_warnings = true;
#endif
  Kokkos::initialize(settings);
}

// Calls f() while the processors' space has one thread: "serial" among other backends of one
// process.
#if defined(KOKKOS_ENABLE_OPENMP) && KOKKOS_VERSION < 40000
template <class F> void on_one_thread(const F &f) {
  if (Kokkos::OpenMP().concurrency() == 1)
    return f();
  std::exception_ptr error; // may not leave the parallel region of OpenMP
  const int levels = omp_get_max_active_levels();
  omp_set_max_active_levels(2); // without which Kokkos makes no partition
  Kokkos::OpenMP::partition_master(
      [&](int, int) {
        try {
          f();
        } catch (...) {
          error = std::current_exception();
        }
      },
      1, 1);
  omp_set_max_active_levels(levels);
  if (error)
    std::rethrow_exception(error);
}
inline Kokkos::OpenMP serial_instance() {
  return Kokkos::OpenMP();
}
#else
template <class F> void on_one_thread(const F &f) {
  f();
}
#ifdef KOKKOS_ENABLE_OPENMP
inline Kokkos::OpenMP serial_instance() {
  return Kokkos::OpenMP(1);
}
#else
inline Kokkos::DefaultHostExecutionSpace serial_instance() {
  return {};
}
#endif
#endif

// Returns a policy whose functor is passed to a device as a kernel argument (up to 4 kB), so that
// launches queue up. Kokkos would put large ones into constant memory and wait for the launch
// before.
template <class Policy> auto light_weight(const Policy &policy) {
  return Kokkos::Experimental::require(policy,
                                       Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

// *to += value, atomically, without returning the old value. With the atomic_add of Kokkos 3.4,
// nvcc makes an addition that returns the old value, and waits for it: 10 % of a whole time step on
// an H200.
KOKKOS_INLINE_FUNCTION void atomic_add(double *to, double value) {
#if defined(__CUDA_ARCH__) && KOKKOS_VERSION < 40000
  asm volatile("red.global.add.f64 [%0], %1;" ::"l"(__cvta_generic_to_global(to)), "d"(value)
               : "memory");
#else
  Kokkos::atomic_add(to, value);
#endif
}

inline std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) +
         "." + std::to_string(KOKKOS_VERSION % 100);
}

} // namespace curlew::compat
