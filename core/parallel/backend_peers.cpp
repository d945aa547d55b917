#include <curlew/core/parallel/backend_peers.hpp>

#include <curlew/core/mpi/launcher.hpp>
#include <curlew/core/parallel/backend_device_api.hpp>

#include <cstring>
#include <string>

namespace curlew {

#ifdef CURLEW_HAVE_DEVICES

static_assert(sizeof(device_api::PeerName) <= sizeof(PeerHandle::bytes), "handles fit");

double *allocate_for_peers(std::size_t count, PeerHandle &handle) {
  handle.valid = 0;
  const char *allowed = environment_value("CURLEW_PEER_MEMORY");
  if (count == 0 || (allowed != nullptr && std::string(allowed) == "0"))
    return nullptr;
  void *memory = nullptr;
  device_api::PeerName name;
  if (CURLEW_DEVICE_API(Malloc)(&memory, count * sizeof(double)) != device_api::k_success) {
    // Clears the error: values can be sent another way.
    static_cast<void>(CURLEW_DEVICE_API(GetLastError)());
    return nullptr;
  }
  if (CURLEW_DEVICE_API(IpcGetMemHandle)(&name, memory) != device_api::k_success) {
    static_cast<void>(CURLEW_DEVICE_API(GetLastError)());
    static_cast<void>(CURLEW_DEVICE_API(Free)(memory));
    return nullptr;
  }
  std::memcpy(handle.bytes.data(), &name, sizeof(name));
  handle.valid = 1;
  return static_cast<double *>(memory);
}

double *open_peer_memory(const PeerHandle &handle) {
  if (!handle.valid)
    return nullptr;
  device_api::PeerName name;
  std::memcpy(&name, handle.bytes.data(), sizeof(name));
  void *memory = nullptr;
  if (CURLEW_DEVICE_API(IpcOpenMemHandle)(
          &memory, name, CURLEW_DEVICE_API(IpcMemLazyEnablePeerAccess)) != device_api::k_success) {
    static_cast<void>(CURLEW_DEVICE_API(GetLastError)());
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
