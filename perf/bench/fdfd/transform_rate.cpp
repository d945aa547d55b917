#include <curlew/perf/bench/fdfd/transform_rate.hpp>

#include <curlew/methods/fdfd/background/background.hpp>
#include <curlew/methods/fdfd/background/support.hpp>
#include <curlew/solvers/dense/dense_product.hpp>

#include <algorithm>
#include <vector>

namespace curlew::fdfd {
namespace {

template <class Space>
double time_apply(const Space &space, const Problem &problem, complex eps_b, const Box &box) {
  const Background<Space> background(problem, make_modes(problem.axes), eps_b, box, box);
  const Vector<Space> from("curlew::fdfd::from", 3 * box.entries());
  const Vector<Space> to("curlew::fdfd::to", 3 * box.entries());
  Kokkos::deep_copy(space, from, Complex(1, 2));
  constexpr int k_repetitions = 9;
  std::vector<double> seconds;
  for (int i = -1; i < k_repetitions; ++i) { // the first one warms up
    space.fence();
    const Kokkos::Timer timer;
    background.apply(space, box, from, box, to);
    space.fence();
    if (i >= 0)
      seconds.push_back(timer.seconds());
  }
  std::nth_element(seconds.begin(), seconds.begin() + k_repetitions / 2, seconds.end());
  return background.flops(box, box) / seconds[k_repetitions / 2];
}

} // namespace

TransformRate transform_rate(Backend backend, const Problem &problem) {
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    // As large as it takes to be as fast as it gets, without taking long.
    constexpr Index k_square = is_device<Space> ? 4096 : 768;
    const complex eps_b = surrounding_eps(problem);
    const Box grid = whole_grid(problem), scatterers = support_box(problem, eps_b);
    return TransformRate{
        time_apply(space, problem, eps_b, scatterers.is_empty() ? grid : scatterers),
        time_apply(space, problem, eps_b, grid), multiply_rate<Space>(k_square)};
  });
}

} // namespace curlew::fdfd
