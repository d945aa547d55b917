#pragma once

#include <curlew/methods/dgatd/scheme/leapfrog.hpp>

#include <type_traits>

namespace curlew::dgatd {

// Sets a scheme up on a backend.
template <template <class> class Scheme>
std::unique_ptr<DgatdScheme> make_variant(Backend backend, const SchemeInput &input) {
  return with_backend(backend, [&](const auto &space) -> std::unique_ptr<DgatdScheme> {
    using Space = std::decay_t<decltype(space)>;
    return std::make_unique<Leapfrog<Space, Scheme<Space>>>(space, input);
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
