#include <curlew/core/backend.hpp>

#include <curlew/core/kokkos_compat.hpp>

#include <algorithm>
#include <chrono>
#include <thread>

namespace curlew {

std::string to_string(Backend backend) {
  return backend == Backend::serial ? "serial" : "openmp";
}

std::vector<Backend> compiled_backends() {
  std::vector<Backend> list{Backend::serial};
#ifdef KOKKOS_ENABLE_OPENMP
  list.push_back(Backend::openmp);
#endif
  return list;
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
    throw NotCompiled("the backend \"cuda\"", "build against a Kokkos with Kokkos_ENABLE_CUDA=ON");
  throw InputError("unknown backend \"" + name + "\" (legal: auto, serial, openmp, cuda)");
}

int default_threads() {
  return std::max(1u, std::thread::hardware_concurrency());
}

KokkosRuntime::KokkosRuntime(int threads) {
  compat::initialize_kokkos(threads > 0 ? threads : default_threads());
}

KokkosRuntime::~KokkosRuntime() {
  Kokkos::finalize();
}

template <class Space> double copy_bandwidth(std::size_t bytes) {
  const std::size_t count = bytes / sizeof(double);
  Kokkos::View<double *, Space> from(
      Kokkos::view_alloc("curlew::copy::from", Kokkos::WithoutInitializing), count);
  Kokkos::View<double *, Space> to(
      Kokkos::view_alloc("curlew::copy::to", Kokkos::WithoutInitializing), count);
  const Space space;
  Kokkos::parallel_for(
      "curlew::copy::fill", Kokkos::RangePolicy<Space>(space, 0, count),
      KOKKOS_LAMBDA(const std::size_t i) { from(i) = to(i) = double(i); });
  constexpr int k_repetitions = 9; // the median of fewer swings by 10 % on shared hosts
  std::vector<double> seconds;
  for (int i = 0; i < k_repetitions; ++i) {
    space.fence();
    const auto start = std::chrono::steady_clock::now();
    Kokkos::parallel_for(
        "curlew::copy", Kokkos::RangePolicy<Space>(space, 0, count),
        KOKKOS_LAMBDA(const std::size_t k) { to(k) = from(k); });
    space.fence();
    seconds.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(seconds.begin(), seconds.begin() + k_repetitions / 2, seconds.end());
  return 2.0 * count * sizeof(double) / seconds[k_repetitions / 2];
}

template double copy_bandwidth<Kokkos::Serial>(std::size_t);
#ifdef KOKKOS_ENABLE_OPENMP
template double copy_bandwidth<Kokkos::OpenMP>(std::size_t);
#endif

} // namespace curlew
