#include <curlew/core/backend.hpp>

#include <curlew/core/kokkos_compat.hpp>

#include <algorithm>
#include <fstream>
#include <thread>

#include <unistd.h>

namespace curlew {

std::string to_string(Backend backend) {
  switch (backend) {
  case Backend::serial:
    return "serial";
  case Backend::openmp:
    return "openmp";
  case Backend::cuda:
    return "cuda";
  }
  return "unknown";
}

std::vector<Backend> compiled_backends() {
  std::vector<Backend> list{Backend::serial};
#ifdef KOKKOS_ENABLE_OPENMP
  list.push_back(Backend::openmp);
#endif
#ifdef KOKKOS_ENABLE_CUDA
  list.push_back(Backend::cuda);
#endif
  return list;
}

std::string why_kokkos_cannot_start() {
#ifdef KOKKOS_ENABLE_CUDA
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess || devices == 0)
    return std::string("this curlew is built for CUDA and finds no NVIDIA device (") +
           (status == cudaSuccess ? "the driver lists none" : cudaGetErrorString(status)) +
           "), without which its Kokkos cannot start; run it where there is one (nvidia-smi lists "
           "them), or build for processors only: ./bootstrap build";
#endif
  return "";
}

Backend parse_backend(const std::string &name) {
  const auto compiled = compiled_backends();
  if (name == "auto")
    return compiled.back();
  for (const Backend backend : compiled)
    if (to_string(backend) == name)
      return backend;
  if (name == "openmp")
    throw NotCompiled("the backend \"openmp\"",
                      "build against a Kokkos with Kokkos_ENABLE_OPENMP=ON");
  if (name == "cuda")
    throw NotCompiled("the backend \"cuda\"", "build with ./bootstrap --cuda build, or against a "
                                              "Kokkos with Kokkos_ENABLE_CUDA=ON");
  throw InputError("unknown backend \"" + name + "\" (legal: auto, serial, openmp, cuda)");
}

namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "unknown processor";
}

#ifdef KOKKOS_ENABLE_CUDA
void check_cuda(cudaError_t status, const char *what) {
  if (status != cudaSuccess)
    throw ResourceError(std::string("cannot ask the CUDA device for its ") + what + ": " +
                        cudaGetErrorString(status));
}

Device find_cuda_device() {
  if (const std::string reason = why_kokkos_cannot_start(); !reason.empty())
    throw InputError(reason);
  int id = 0;
  cudaDeviceProp properties{};
  std::size_t free = 0, total = 0;
  check_cuda(cudaGetDevice(&id), "number");
  check_cuda(cudaGetDeviceProperties(&properties, id), "properties");
  check_cuda(cudaMemGetInfo(&free, &total), "memory");
  return {properties.name, static_cast<double>(total), static_cast<double>(free)};
}
#endif

} // namespace

Device find_device(Backend backend) {
#ifdef KOKKOS_ENABLE_CUDA
  if (backend == Backend::cuda)
    return find_cuda_device();
#endif
  (void)backend; // both others share the processor
  const Memory memory = host_memory();
  return {processor_name(), memory.total_bytes, memory.free_bytes};
}

Memory memory_of(Backend backend) {
  if (backend != Backend::cuda)
    return host_memory();
  const Device device = find_device(backend);
  return {device.name, device.total_bytes, device.free_bytes};
}

int device_count(Backend backend) {
  int devices = 1;
#ifdef KOKKOS_ENABLE_CUDA
  if (backend == Backend::cuda)
    check_cuda(cudaGetDeviceCount(&devices), "number");
#endif
  (void)backend;
  return devices;
}

int default_threads(int processes_on_host) {
  const int mine = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int online = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  return mine < online ? mine : std::max(1, mine / processes_on_host); // fewer: bound
}

KokkosRuntime::KokkosRuntime(int threads, int rank_on_host) {
  if (const std::string reason = why_kokkos_cannot_start(); !reason.empty())
    throw InputError(reason);
  int device = -1; // Kokkos' choice, which the environment may rule
#ifdef KOKKOS_ENABLE_CUDA
  if (rank_on_host >= 0)
    device = rank_on_host % device_count(Backend::cuda);
#endif
  (void)rank_on_host; // of use with devices alone
  compat::initialize_kokkos(threads > 0 ? threads : default_threads(), device);
}

KokkosRuntime::~KokkosRuntime() {
  Kokkos::finalize();
}

} // namespace curlew
