#include <curlew/core/parallel/backend.hpp>

#include <curlew/core/parallel/backend_device_api.hpp>
#include <curlew/core/parallel/kokkos_compat.hpp>
#include <curlew/core/parallel/processors.hpp>
#include <curlew/core/text.hpp>

#include <spdlog/spdlog.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace curlew {

namespace {

struct NamedBackend {
  Backend backend;
  const char *name;
  const char *remedy; // advice for a binary that lacks the backend
};

// The one list of backends, the fastest last.
constexpr NamedBackend k_backends[] = {
    {Backend::serial, "serial", "build against a Kokkos with Kokkos_ENABLE_SERIAL=ON"},
    {Backend::openmp, "openmp", "build against a Kokkos with Kokkos_ENABLE_OPENMP=ON"},
    {Backend::cuda, "cuda",
     "build with ./bootstrap --cuda build, or against a Kokkos with Kokkos_ENABLE_CUDA=ON"},
    {Backend::hip, "hip",
     "build against a Kokkos 4.0 or newer with Kokkos_ENABLE_HIP=ON (docs/install.md)"}};

bool is_compiled([[maybe_unused]] Backend backend) {
#ifdef KOKKOS_ENABLE_OPENMP
  if (backend == Backend::openmp)
    return true;
#endif
#ifdef KOKKOS_ENABLE_CUDA
  if (backend == Backend::cuda)
    return true;
#endif
#ifdef KOKKOS_ENABLE_HIP
  if (backend == Backend::hip)
    return true;
#endif
  return backend == Backend::serial;
}

} // namespace

std::string to_string(Backend backend) {
  for (const NamedBackend &named : k_backends)
    if (named.backend == backend)
      return named.name;
  return "unknown";
}

std::vector<std::string> backend_names() {
  std::vector<std::string> names;
  for (const NamedBackend &named : k_backends)
    names.emplace_back(named.name);
  return names;
}

std::vector<Backend> compiled_backends() {
  std::vector<Backend> list;
  for (const NamedBackend &named : k_backends)
    if (is_compiled(named.backend))
      list.push_back(named.backend);
  return list;
}

std::string why_kokkos_cannot_start() {
#ifdef CURLEW_HAVE_DEVICES
  int devices = 0;
  const device_api::Status status = CURLEW_DEVICE_API(GetDeviceCount)(&devices);
  if (status != device_api::k_success || devices == 0)
    return fmt::format(
        "this curlew is built for {} and finds no {} device ({}), without which its Kokkos cannot "
        "start; run it where there is one ({} lists them), or build for processors only: "
        "./bootstrap build",
        device_api::k_platform, device_api::k_vendor,
        status == device_api::k_success ? "the driver lists none"
                                        : CURLEW_DEVICE_API(GetErrorString)(status),
        device_api::k_lister);
#endif
  return "";
}

Backend parse_backend(const std::string &name) {
  if (name == "auto")
    return compiled_backends().back();
  for (const NamedBackend &named : k_backends) {
    if (named.name != name)
      continue;
    if (!is_compiled(named.backend))
      throw NotCompiled("the backend \"" + name + "\"", named.remedy);
    return named.backend;
  }
  std::vector<std::string> legal = backend_names();
  legal.insert(legal.begin(), "auto");
  const std::string near = suggest(name, legal);
  throw InputError(fmt::format("unknown backend \"{}\"{} (legal: {})", name,
                               near.empty() ? "" : "; did you mean \"" + near + "\"?",
                               fmt::join(legal, ", ")));
}

namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "unknown processor";
}

#ifdef CURLEW_HAVE_DEVICES
void check_device(device_api::Status status, const char *what) {
  if (status != device_api::k_success)
    throw ResourceError(fmt::format("cannot ask the {} device for its {}: {}",
                                    device_api::k_platform, what,
                                    CURLEW_DEVICE_API(GetErrorString)(status)));
}

Device find_own_device() {
  if (const std::string reason = why_kokkos_cannot_start(); !reason.empty())
    throw InputError(reason);
  int id = 0;
  device_api::Properties properties{};
  std::size_t free = 0, total = 0;
  check_device(CURLEW_DEVICE_API(GetDevice)(&id), "number");
  check_device(CURLEW_DEVICE_API(GetDeviceProperties)(&properties, id), "properties");
  check_device(CURLEW_DEVICE_API(MemGetInfo)(&free, &total), "memory");
  return {properties.name, static_cast<double>(total), static_cast<double>(free),
          device_api::uuid_of(id, properties)};
}
#endif

} // namespace

Device find_device([[maybe_unused]] Backend backend) {
#ifdef CURLEW_HAVE_DEVICES
  if (is_device_backend(backend))
    return find_own_device();
#endif
  const Memory memory = host_memory(); // the others share the processor
  return {processor_name(), memory.total_bytes, memory.free_bytes};
}

Memory memory_of(Backend backend) {
  if (!is_device_backend(backend))
    return host_memory();
  const Device device = find_device(backend);
  return {device.name, device.total_bytes, device.free_bytes};
}

int device_count([[maybe_unused]] Backend backend) {
  int devices = 1;
#ifdef CURLEW_HAVE_DEVICES
  if (is_device_backend(backend))
    check_device(CURLEW_DEVICE_API(GetDeviceCount)(&devices), "number");
#endif
  return devices;
}

void record_process_affinity() {
#ifdef _OPENMP
  ProcessorList processors;
  for (int place = 0; place < omp_get_num_places(); ++place) {
    ProcessorList of_place(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, of_place.data());
    processors.insert(processors.end(), of_place.begin(), of_place.end());
  }
  if (!processors.empty())
    record_processors(std::move(processors));
#endif
}

KokkosRuntime::KokkosRuntime(int threads, int rank_on_host) {
  if (const std::string reason = why_kokkos_cannot_start(); !reason.empty())
    throw InputError(reason);
  int device = -1; // Kokkos chooses, by its environment variables if set
#ifdef CURLEW_HAVE_DEVICES
  if (rank_on_host >= 0)
    device = rank_on_host % device_count(compiled_backends().back());
#endif
  (void)rank_on_host; // used with devices only
  record_process_affinity();
  const int wanted = threads > 0 ? threads : default_threads();
  threads_ = std::min(wanted, compat::k_most_openmp_threads);
  if (threads_ < wanted)
    spdlog::warn("Kokkos has room for {} host threads: {} of the {} asked for are started",
                 compat::k_most_openmp_threads, threads_, wanted);
  compat::initialize_kokkos(threads_, device);
}

KokkosRuntime::~KokkosRuntime() {
  Kokkos::finalize();
}

} // namespace curlew
