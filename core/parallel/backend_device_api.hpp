#pragma once

#include <Kokkos_Core.hpp>

#include <fmt/format.h>

#include <string>

// The run-time library of the devices that this Kokkos was built for: CUDA's and HIP's have the
// same functions under two prefixes. CURLEW_DEVICE_API(Malloc) is cudaMalloc or hipMalloc. Included
// by core/parallel/backend*.cpp only.
#if defined(KOKKOS_ENABLE_CUDA)
#define CURLEW_HAVE_DEVICES
#define CURLEW_DEVICE_API(name) cuda##name
#elif defined(KOKKOS_ENABLE_HIP)
#include <hip/hip_runtime.h>
#define CURLEW_HAVE_DEVICES
#define CURLEW_DEVICE_API(name) hip##name
#endif

#ifdef CURLEW_HAVE_DEVICES
namespace curlew::device_api {

using Status = CURLEW_DEVICE_API(Error_t);
using PeerName = CURLEW_DEVICE_API(IpcMemHandle_t);
inline constexpr Status k_success = CURLEW_DEVICE_API(Success);

#ifdef KOKKOS_ENABLE_CUDA
using Properties = cudaDeviceProp;
inline std::string uuid_of(int, const Properties &properties) {
  std::string text = "GPU";
  for (int i = 0; i < 16; ++i)
    text += fmt::format("{}{:02x}", i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                        static_cast<unsigned char>(properties.uuid.bytes[i]));
  return text;
}
inline constexpr const char *k_platform = "CUDA", *k_vendor = "NVIDIA", *k_lister = "nvidia-smi";
#else
using Properties = hipDeviceProp_t;
// The address on the bus; HIP's properties have no UUID before version 5.5.
inline std::string uuid_of(int device, const Properties &) {
  char address[32] = {};
  return hipDeviceGetPCIBusId(address, sizeof address, device) == hipSuccess ? address : "";
}
inline constexpr const char *k_platform = "HIP", *k_vendor = "AMD", *k_lister = "rocminfo";
#endif

} // namespace curlew::device_api
#endif
