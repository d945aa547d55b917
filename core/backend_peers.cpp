#include <curlew/core/backend_peers.hpp>

#include <curlew/core/ranks/launcher.hpp>

#include <Kokkos_Core.hpp>

#include <cstring>
#include <string>

namespace curlew {

#ifdef KOKKOS_ENABLE_CUDA

static_assert(sizeof(cudaIpcMemHandle_t) <= sizeof(PeerHandle::bytes), "handles fit");

double *allocate_for_peers(std::size_t count, PeerHandle &handle) {
  handle.valid = 0;
  const char *allowed = environment_value("CURLEW_PEER_MEMORY");
  if (count == 0 || (allowed != nullptr && std::string(allowed) == "0"))
    return nullptr;
  void *memory = nullptr;
  cudaIpcMemHandle_t name;
  if (cudaMalloc(&memory, count * sizeof(double)) != cudaSuccess) {
    cudaGetLastError(); // forget it: there is another way
    return nullptr;
  }
  if (cudaIpcGetMemHandle(&name, memory) != cudaSuccess) {
    cudaGetLastError();
    cudaFree(memory);
    return nullptr;
  }
  std::memcpy(handle.bytes.data(), &name, sizeof(name));
  handle.valid = 1;
  return static_cast<double *>(memory);
}

double *open_peer_memory(const PeerHandle &handle) {
  if (!handle.valid)
    return nullptr;
  cudaIpcMemHandle_t name;
  std::memcpy(&name, handle.bytes.data(), sizeof(name));
  void *memory = nullptr;
  if (cudaIpcOpenMemHandle(&memory, name, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess) {
    cudaGetLastError();
    return nullptr;
  }
  return static_cast<double *>(memory);
}

#else

double *allocate_for_peers(std::size_t, PeerHandle &handle) {
  handle.valid = 0;
  return nullptr;
}

double *open_peer_memory(const PeerHandle &) {
  return nullptr;
}

#endif

} // namespace curlew
