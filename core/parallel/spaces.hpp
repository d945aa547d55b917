#pragma once

#include <curlew/core/index.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

// Macros for the execution spaces compiled in, for explicit instantiation:
// CURLEW_FOR_EACH_SPACE(INSTANTIATE) writes INSTANTIATE(Space) for each of them.
#ifdef KOKKOS_ENABLE_CUDA
#define CURLEW_IF_CUDA(...) __VA_ARGS__
#else
#define CURLEW_IF_CUDA(...)
#endif
#ifdef KOKKOS_ENABLE_HIP
#define CURLEW_IF_HIP(...) __VA_ARGS__
#else
#define CURLEW_IF_HIP(...)
#endif
#define CURLEW_FOR_EACH_SPACE(INSTANTIATE)                                                         \
  INSTANTIATE(curlew::Host)                                                                        \
  CURLEW_IF_CUDA(INSTANTIATE(Kokkos::Cuda))                                                        \
  CURLEW_IF_HIP(INSTANTIATE(Kokkos::HIP))

// CURLEW_DEVICE_PASS: compilers for devices compile the code once for the devices and once for the
// host. CURLEW_UNROLL unrolls a loop whose arrays are to stay in a device's registers; hosts need
// no unrolling.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define CURLEW_DEVICE_PASS
#define CURLEW_UNROLL _Pragma("unroll")
#else
#define CURLEW_UNROLL
#endif

namespace curlew {

// Space of the kernels on processors: OpenMP where Kokkos has it, else Serial. The backend "serial"
// is this space with one thread, so that every kernel is compiled for processors once.
using Host = Kokkos::DefaultHostExecutionSpace;

// Kokkos' own index type is that of the space's memory, 32 bits on CUDA: too short for offsets.
template <class Space, class... Traits>
using RangePolicy = Kokkos::RangePolicy<Space, Kokkos::IndexType<Offset>, Traits...>;

// Returns the policy of [0, count).
template <class Space> RangePolicy<Space> range_policy(const Space &space, Offset count) {
  return RangePolicy<Space>(space, 0, count);
}

// True where kernels of this space run on a device with memory of its own. A device has thousands
// of threads in groups, which are fast where they read neighbouring addresses; a host has a few
// threads with SIMD lanes.
template <class Space>
constexpr bool is_device =
    !Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Space::memory_space>::accessible;

// Host memory that copies from and to a space reach fastest.
template <class Space> struct StagingMemory { using type = Kokkos::HostSpace; };
CURLEW_IF_CUDA(template <>
               struct StagingMemory<Kokkos::Cuda> { using type = Kokkos::CudaHostPinnedSpace; };)
CURLEW_IF_HIP(template <>
              struct StagingMemory<Kokkos::HIP> { using type = Kokkos::HIPHostPinnedSpace; };)

#ifdef KOKKOS_ENABLE_CUDA
static_assert(is_device<Kokkos::Cuda>,
              "This Kokkos puts CUDA views into managed memory, where every page moves by itself: "
              "build it with Kokkos_ENABLE_CUDA_UVM=OFF");
#endif

} // namespace curlew
