#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/spaces.hpp>
#include <curlew/core/views.hpp>

#include <string>

namespace curlew {

// One partial sum per chunk of terms, on hosts: term after term.
template <class Space, class F> struct ChunkSums {
  static constexpr Offset k_chunk = 1024;
  F f;
  Offset count;
  Kokkos::View<double *, Space> partial;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset chunk) const {
    const Offset end = (chunk + 1) * k_chunk < count ? (chunk + 1) * k_chunk : count;
    double sum = 0;
    for (Offset i = chunk * k_chunk; i < end; ++i)
      sum += f(i);
    partial(chunk) = sum;
  }
};

// One partial sum per team, on devices: neighbouring threads take neighbouring terms, and a fixed
// tree adds up a team.
template <class Space, class F> struct TeamSums {
  // Measured on an H200: fewer and larger teams leave multiprocessors idle at the end, more make
  // the host's part of the sum longer.
  static constexpr int k_teams = 1056, k_team_size = 512, k_unroll = 4;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  F f;
  Offset count;
  Kokkos::View<double *, Space> partial;

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Offset stride = static_cast<Offset>(team.league_size()) * team.team_size();
    Offset i = static_cast<Offset>(team.league_rank()) * team.team_size() + team.team_rank();
    double sum = 0;
    for (; i + (k_unroll - 1) * stride < count; i += k_unroll * stride) {
      double term[k_unroll]; // loads of all are under way before the first is used
      for (int k = 0; k < k_unroll; ++k)
        term[k] = f(i + k * stride);
      for (int k = 0; k < k_unroll; ++k)
        sum += term[k];
    }
    for (; i < count; i += stride)
      sum += f(i);
    team.team_reduce(Kokkos::Sum<double>(sum));
    Kokkos::single(Kokkos::PerTeam(team), [&] { partial(team.league_rank()) = sum; });
  }
};

// Sum over i in [0, count) of f(i), in an order that depends on count alone: the same bits for any
// number of threads, which Kokkos::parallel_reduce does not promise. Hosts and devices differ by
// rounding. Waits for the result.
template <class Space, class F>
double ordered_sum(const Space &space, const std::string &label, Offset count, const F &f) {
  using Terms = std::conditional_t<is_device<Space>, TeamSums<Space, F>, ChunkSums<Space, F>>;
  Offset sums;
  if constexpr (is_device<Space>)
    sums = Terms::k_teams;
  else
    sums = (count + Terms::k_chunk - 1) / Terms::k_chunk;
  const Kokkos::View<double *, Space> partial(
      Kokkos::view_alloc(label, Kokkos::WithoutInitializing), sums);
  const Terms terms{f, count, partial};
  if constexpr (is_device<Space>)
    Kokkos::parallel_for(
        label, Kokkos::TeamPolicy<Space>(space, static_cast<int>(sums), Terms::k_team_size), terms);
  else
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Space>(space, 0, sums), terms);
  space.fence();
  double sum = 0;
  for (const double value : to_vector(partial))
    sum += value;
  return sum;
}

} // namespace curlew
