#include <curlew/perf/bench/fdfd/transform_rate.hpp>

#include <curlew/methods/fdfd/background/background.hpp>
#include <curlew/methods/fdfd/background/layered_background.hpp>
#include <curlew/methods/fdfd/background/support.hpp>
#include <curlew/solvers/dense/dense_product.hpp>

#include <algorithm>
#include <vector>

namespace curlew::fdfd {
namespace {

// Median seconds of an application on a box.
template <class Space>
double time_apply(const Space &space, const BackgroundInverse<Space> &background, const Box &box) {
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
  return seconds[k_repetitions / 2];
}

template <class Space>
double rate_of_apply(const Space &space, const Problem &problem, complex eps_b, const Box &box) {
  const Background<Space> background(problem, make_modes(problem.axes), eps_b, box, box);
  return background.flops(box, box) / time_apply<Space>(space, background, box);
}

// With periods along x and y, under phases.
Problem with_periods(Problem problem) {
  for (int d = 0; d < 2; ++d) {
    const Axis &axis = problem.axes[d];
    problem.axes[d] = make_axis(axis.cells, axis.cell_m, axis.corner_m, Wall::periodic,
                                Wall::periodic, {}, problem.wavenumber, std::polar(1.0, 0.7));
  }
  return problem;
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
        rate_of_apply(space, problem, eps_b, scatterers.is_empty() ? grid : scatterers),
        rate_of_apply(space, problem, eps_b, grid), multiply_rate<Space>(k_square)};
  });
}

InverseSeconds inverse_seconds(Backend backend, const Problem &problem) {
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    using Layered = LayeredBackground<Space>;
    using Waves = typename Layered::Waves;
    const complex eps_b = surrounding_eps(problem);
    const Layers layers = uniform_layers(eps_b);
    const Box grid = whole_grid(problem);
    const Problem periods = with_periods(problem);
    const Box period = whole_grid(periods);
    const auto of_periods = [&](Waves waves) {
      return time_apply<Space>(space, Layered(space, periods, layers, period, period, waves),
                               period);
    };
    return InverseSeconds{
        time_apply<Space>(
            space, Background<Space>(problem, make_modes(problem.axes), eps_b, grid, grid), grid),
        time_apply<Space>(space, Layered(space, problem, layers, grid, grid), grid),
        of_periods(Waves::by_products), of_periods(Waves::by_fourier)};
  });
}

} // namespace curlew::fdfd
