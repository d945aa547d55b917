#pragma once

#include <curlew/core/ordered_sum.hpp>
#include <curlew/methods/dgatd/observer.hpp>

#include <string>

namespace curlew::dgatd {

// After the sources have ended the sum of squared circulations may trade places with H and back,
// and fields may focus on small edges: it exceeds its earlier maximum by as much as the mesh is
// graded. An unstable step grows without end, so a wide margin (1000 in amplitude) costs a few
// steps only.
constexpr double k_growth_limit = 1e6;

// Throws Unstable with step, time, place, material and advice. `circulations`: of every edge.
// Collective, with the same message on every rank.
[[noreturn]] void report_instability(const Problem &problem, const Plan &plan, std::int64_t step,
                                     const std::vector<double> &circulations);

// Checks E after a step; remembers in `position` what it compares with later.
template <class Space, class Reader>
void watch(const Space &space, const Problem &problem, const Plan &plan, const Reader &reader,
           RunPosition &position) {
  const double here = ordered_sum(
      space, "curlew::dgatd::watch", problem.edge_count(), KOKKOS_LAMBDA(const Offset edge) {
        const double e = reader.circulation(static_cast<Index>(edge));
        return e * e;
      });
  // Edges of several ranks count several times, which the wide margin forgives.
  const double norm = problem.ownership.ranks.sum(here);
  // The sources may have given most of their energy since the last look.
  const bool driven = (position.step - plan.watch_every) * plan.dt_s <= plan.sources_end_s;
  if (driven && norm > position.largest_norm)
    position.largest_norm = norm;
  const bool finite = norm <= 1e300; // false for NaN too
  const bool grows =
      !driven && position.largest_norm > 0 && norm > k_growth_limit * position.largest_norm;
  if (finite && !grows)
    return;
  Kokkos::View<double *, Space> circulations("curlew::dgatd::circulations", problem.edge_count());
  Kokkos::parallel_for(
      "curlew::dgatd::circulations", Kokkos::RangePolicy<Space>(space, 0, problem.edge_count()),
      KOKKOS_LAMBDA(const Index edge) { circulations(edge) = reader.circulation(edge); });
  space.fence();
  report_instability(problem, plan, position.step, to_vector(circulations));
}

} // namespace curlew::dgatd
