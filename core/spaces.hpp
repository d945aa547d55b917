#pragma once

#include <Kokkos_Core.hpp>

#include <type_traits>

// What depends on the execution spaces compiled in, for explicit instantiation:
// CURLEW_FOR_EACH_SPACE(INSTANTIATE) writes INSTANTIATE(Space) for each of them.
#ifdef KOKKOS_ENABLE_OPENMP
#define CURLEW_IF_OPENMP(...) __VA_ARGS__
#else
#define CURLEW_IF_OPENMP(...)
#endif
#ifdef KOKKOS_ENABLE_CUDA
#define CURLEW_IF_CUDA(...) __VA_ARGS__
#else
#define CURLEW_IF_CUDA(...)
#endif
#define CURLEW_FOR_EACH_SPACE(INSTANTIATE)                                                         \
  INSTANTIATE(Kokkos::Serial)                                                                      \
  CURLEW_IF_OPENMP(INSTANTIATE(Kokkos::OpenMP))                                                    \
  CURLEW_IF_CUDA(INSTANTIATE(Kokkos::Cuda))

// CURLEW_DEVICE_PASS: compilers for devices go over the code once for those, and once for the host.
// CURLEW_UNROLL unrolls a loop whose arrays are to stay in a device's registers; hosts need no such
// help.
#ifdef __CUDA_ARCH__
#define CURLEW_DEVICE_PASS
#define CURLEW_UNROLL _Pragma("unroll")
#else
#define CURLEW_UNROLL
#endif

namespace curlew {

// Whether kernels of this space run beside the host in memory of their own: thousands of threads in
// groups of 32 that want neighbouring addresses, instead of a few that want SIMD lanes.
template <class Space>
constexpr bool is_device =
    !Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Space::memory_space>::accessible;

// Host memory that copies from and to a space reach fastest.
template <class Space> struct StagingMemory { using type = Kokkos::HostSpace; };
CURLEW_IF_CUDA(template <>
               struct StagingMemory<Kokkos::Cuda> { using type = Kokkos::CudaHostPinnedSpace; };)

#ifdef KOKKOS_ENABLE_CUDA
static_assert(is_device<Kokkos::Cuda>,
              "This Kokkos puts CUDA views into managed memory, where every page moves by itself: "
              "build it with Kokkos_ENABLE_CUDA_UVM=OFF");
#endif

} // namespace curlew
