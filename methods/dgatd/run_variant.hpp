#pragma once

#include <curlew/methods/dgatd/time_loop.hpp>
#include <curlew/methods/dgatd/variants.hpp>

#include <type_traits>

namespace curlew::dgatd {

// Sets a scheme up on a backend and steps it through the plan.
template <template <class> class Scheme>
VariantOutcome run_variant(Backend backend, const VariantInput &input) {
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    VariantOutcome outcome;
    Kokkos::Timer timer;
    Scheme<Space> scheme(input.problem, input.plan.dt_s, input.sources, input.threads);
    if constexpr (Scheme<Space>::k_tracks_magnetic)
      if (input.magnetic_needed)
        scheme.track_magnetic(input.problem);
    if (input.restart != nullptr)
      scheme.load(*input.restart);
    outcome.setup_s = timer.seconds();
    TimeLoop<Space, Scheme<Space>> loop(space, input.problem, input.sources, input.plan, scheme,
                                        input.observer);
    outcome.times = loop.run(input.position);
    outcome.minimum_bytes = scheme.minimum_bytes();
    outcome.stored_unknowns = scheme.stored_unknowns();
    outcome.half_edges = Scheme<Space>::k_has_halves;
    return outcome;
  });
}

// Sets a scheme up without sources and times its steps.
template <template <class> class Scheme>
SchemeTimes time_variant(Backend backend, const Problem &problem, double dt_s) {
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    const double before = used_bytes(backend);
    Kokkos::Timer timer;
    Scheme<Space> scheme(problem, dt_s, {});
    space.fence();
    const double setup_s = timer.seconds();
    const double grown = used_bytes(backend) - before;
    SchemeTimes times = time_scheme(space, scheme);
    times.setup_s = setup_s;
    times.memory_bytes = grown;
    return times;
  });
}

} // namespace curlew::dgatd
