#include <curlew/core/parallel/bandwidth.hpp>

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/vector_kernels.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace curlew {
namespace {

// The median time of an action in s; the first runs warm up. Devices take several in a row, so that
// the wait at the end does not count.
template <class Space, class Action>
double median_seconds(const Space &space, const Action &action) {
  constexpr int k_repetitions = 9; // the median of fewer swings by 10 % on shared hosts
  constexpr int k_in_a_row = DeviceTraits<Space>::k_timed_in_a_row;
  std::vector<double> seconds;
  for (int i = -1; i < k_repetitions; ++i) {
    space.fence();
    const Kokkos::Timer timer;
    for (int k = 0; k < k_in_a_row; ++k)
      action();
    space.fence();
    if (i >= 0)
      seconds.push_back(timer.seconds() / k_in_a_row);
  }
  std::nth_element(seconds.begin(), seconds.begin() + k_repetitions / 2, seconds.end());
  return seconds[k_repetitions / 2];
}

template <class Space>
Kokkos::View<double *, Space> filled(const Space &space, const std::string &label,
                                     std::size_t count) {
  Kokkos::View<double *, Space> view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), count);
  Kokkos::parallel_for( // not zeros, which could be stored smaller
      "curlew::bandwidth::fill", RangePolicy<Space>(space, 0, count),
      KOKKOS_LAMBDA(const std::size_t i) { view(i) = 1e-9 * double(i); });
  return view;
}

template <class Space, class View>
void copy_elements(const Space &space, const View &from, const View &to) {
  Kokkos::parallel_for(
      "curlew::bandwidth::copy", RangePolicy<Space>(space, 0, from.extent(0)),
      KOKKOS_LAMBDA(const std::size_t k) { to(k) = from(k); });
}

} // namespace

template <class Space> double copy_bandwidth(std::size_t bytes) {
  const Space space;
  const std::size_t count = bytes / sizeof(double);
  const auto from = filled(space, "curlew::bandwidth::from", count);
  const auto to = filled(space, "curlew::bandwidth::to", count);
  const double seconds = median_seconds(space, [&] {
    if (is_device<Space>)
      Kokkos::deep_copy(space, to, from);
    else
      copy_elements(space, from, to);
  });
  return 2.0 * count * sizeof(double) / seconds;
}

template <class Space> VectorRates vector_bandwidth(std::size_t bytes) {
  const Space space;
  const std::size_t count = bytes / sizeof(double);
  const auto x = filled(space, "curlew::bandwidth::x", count);
  const auto y = filled(space, "curlew::bandwidth::y", count);
  const auto z = filled(space, "curlew::bandwidth::z", count);
  const double array = static_cast<double>(count) * sizeof(double);
  VectorRates rates;
  rates.axpy = 3 * array /
               median_seconds(space, [&] { axpy(space, "curlew::bandwidth::axpy", 1e-3, x, y); });
  rates.dot =
      2 * array / median_seconds(space, [&] { dot(space, "curlew::bandwidth::dot", x, y); });
  rates.axpy_dot = 4 * array / median_seconds(space, [&] {
                     axpy_dot(space, "curlew::bandwidth::axpy_dot", 1e-3, x, y, z);
                   });
  return rates;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template double copy_bandwidth<Space>(std::size_t);                                              \
  template VectorRates vector_bandwidth<Space>(std::size_t);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
