#include <curlew/perf/bench/fdfd/transform_rate.hpp>

#include <curlew/methods/fdfd/background/background.hpp>
#include <curlew/methods/fdfd/background/layered_background.hpp>
#include <curlew/methods/fdfd/background/support.hpp>
#include <curlew/solvers/dense/dense_product.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace curlew::fdfd {
namespace {

// Returns the least seconds of an application of each, on a box. The inverses take turns, so that
// other load on the machine affects all of them alike, and the least time is the one without that
// load.
template <class Space>
std::vector<double> time_in_turns(const Space &space,
                                  const std::vector<const BackgroundInverse<Space> *> &inverses,
                                  const Box &box) {
  const Vector<Space> from("curlew::fdfd::from", 3 * box.entries());
  const Vector<Space> to("curlew::fdfd::to", 3 * box.entries());
  Kokkos::deep_copy(space, from, Complex(1, 2));
  constexpr int k_rounds = 25;
  std::vector<double> least(inverses.size(), std::numeric_limits<double>::infinity());
  for (int round = -1; round < k_rounds; ++round) // the first one warms up
    for (std::size_t i = 0; i < inverses.size(); ++i) {
      space.fence();
      const Kokkos::Timer timer;
      inverses[i]->apply(space, box, from, box, to);
      space.fence();
      if (round >= 0)
        least[i] = std::min(least[i], timer.seconds());
    }
  return least;
}

template <class Space>
double rate_of_apply(const Space &space, const Problem &problem, complex eps_b, const Box &box) {
  const Background<Space> background(problem, make_modes(problem.axes), eps_b, box, box);
  return background.flops(box, box) / time_in_turns<Space>(space, {&background}, box)[0];
}

// Returns the problem with periods along x and y, under phases.
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
    // Large enough for the highest rate, small enough for a short run.
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
    const auto of_walls = [&] {
      const Background<Space> three(problem, make_modes(problem.axes), eps_b, grid, grid);
      const Layered two(space, problem, layers, grid, grid);
      return time_in_turns<Space>(space, {&three, &two}, grid);
    }();
    const auto of_periods = [&] {
      const Layered products(space, periods, layers, period, period, Waves::by_products),
          fourier(space, periods, layers, period, period, Waves::by_fourier);
      return time_in_turns<Space>(space, {&products, &fourier}, period);
    }();
    return InverseSeconds{of_walls[0], of_walls[1], of_periods[0], of_periods[1]};
  });
}

} // namespace curlew::fdfd
