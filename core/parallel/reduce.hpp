#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/core/parallel/instance_copies.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/core/parallel/workspace.hpp>

#include <array>
#include <string>
#include <type_traits>

namespace curlew {

// Returns the sum of a value over a team to every thread of it. Kokkos' own team_reduce (3.4, CUDA)
// releases threads while others still read the result from shared memory: the next reduction of the
// same kernel overwrites it there. The barrier keeps them together.
template <class Team> KOKKOS_INLINE_FUNCTION double team_sum(const Team &team, double value) {
  team.team_reduce(Kokkos::Sum<double>(value));
  team.team_barrier();
  return value;
}

// The sums of k_count values of each thread, as the team's row of `rows`.
template <int k_count, class Team, class Rows>
KOKKOS_INLINE_FUNCTION void store_team_sums(const Team &team, const double *values,
                                            const Rows &rows) {
  CURLEW_UNROLL
  for (int s = 0; s < k_count; ++s) {
    const double sum = team_sum(team, values[s]);
    Kokkos::single(Kokkos::PerTeam(team),
                   [&] { rows(static_cast<Offset>(team.league_rank()) * k_count + s) = sum; });
  }
}

// Computes one partial sum per chunk of terms, on hosts: term after term.
template <class Space, class F> struct ChunkSums {
  static constexpr Offset k_chunk = 1024;
  F f;
  Offset count;
  Kokkos::View<double *, Space> partial;

  static Offset rows(Offset count) { return (count + k_chunk - 1) / k_chunk; }
  static void launch(const std::string &label, const Space &space, const ChunkSums &sums) {
    Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, rows(sums.count)), sums);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Offset chunk) const {
    const Offset end = (chunk + 1) * k_chunk < count ? (chunk + 1) * k_chunk : count;
    double sum = 0;
    for (Offset i = chunk * k_chunk; i < end; ++i)
      sum += f(i);
    partial(chunk) = sum;
  }
};

// Terms that also write may offer several(i, stride, term): the terms i, i + stride, ... of an
// array, all reads before the first write, which a compiler could not prove harmless.
template <class F, class = void> struct has_several : std::false_type {};
template <class F>
struct has_several<F, std::void_t<decltype(&F::template several<4>)>> : std::true_type {};

// Computes one partial sum per team, on devices: neighbouring threads take neighbouring terms, and
// a fixed tree adds up a team.
template <class Space, class F> struct TeamSums {
  using Traits = DeviceTraits<Space>;
  static constexpr int k_teams = Traits::k_sum_teams, k_team_size = Traits::k_sum_team;
  static constexpr int k_unroll = Traits::k_sum_unroll;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  F f;
  Offset count;
  Kokkos::View<double *, Space> partial;

  static Offset rows(Offset) { return k_teams; }
  static void launch(const std::string &label, const Space &space, const TeamSums &sums) {
    Kokkos::parallel_for(label, Kokkos::TeamPolicy<Space>(space, k_teams, k_team_size), sums);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Offset stride = team.team_size(), tile = k_unroll * stride; // a team's reads lie close
    double sum = 0;
    for (Offset begin = team.league_rank() * tile; begin < count;
         begin += team.league_size() * tile) {
      const Offset i = begin + team.team_rank();
      if (i + (k_unroll - 1) * stride < count) {
        double term[k_unroll]; // loads of all are under way before the first is used
        if constexpr (has_several<F>::value) {
          f.several(i, stride, term);
        } else {
          CURLEW_UNROLL
          for (int k = 0; k < k_unroll; ++k)
            term[k] = f(i + k * stride);
        }
        CURLEW_UNROLL
        for (int k = 0; k < k_unroll; ++k)
          sum += term[k];
      } else {
        for (Offset k = i; k < count; k += stride)
          sum += f(k);
      }
    }
    team.team_reduce(Kokkos::Sum<double>(sum));
    Kokkos::single(Kokkos::PerTeam(team), [&] { partial(team.league_rank()) = sum; });
  }
};

// Sum over i in [0, count) of f(i), in an order that depends on count only: the same bits for any
// number of threads, which Kokkos::parallel_reduce does not guarantee. Hosts and devices differ by
// rounding. Waits for the result.
template <class Space, class F>
double ordered_sum(const Space &space, const std::string &label, Offset count, const F &f) {
  using Terms = std::conditional_t<is_device<Space>, TeamSums<Space, F>, ChunkSums<Space, F>>;
  const Workspace<Space> partial(Terms::rows(count));
  Terms::launch(label, space, {f, count, partial.view()});
  double sum = 0;
  for (const double value : to_vector(space, partial.view()))
    sum += value;
  return sum;
}

// ordered_sum for k_count sums in one sweep. f(i, sum) adds its terms to sum[0 ... k_count).

// Computes one row of partial sums per chunk of terms, on hosts.
template <class Space, int k_count, class F> struct ChunkRows {
  static constexpr Offset k_chunk = 1024;
  F f;
  Offset count;
  Kokkos::View<double *, Space> partial;

  static Offset rows(Offset count) { return (count + k_chunk - 1) / k_chunk; }
  static void launch(const std::string &label, const Space &space, const ChunkRows &sums) {
    Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, rows(sums.count)), sums);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Offset chunk) const {
    const Offset end = (chunk + 1) * k_chunk < count ? (chunk + 1) * k_chunk : count;
    double sum[k_count] = {};
    for (Offset i = chunk * k_chunk; i < end; ++i)
      f(i, sum);
    for (int k = 0; k < k_count; ++k)
      partial(chunk * k_count + k) = sum[k];
  }
};

// Computes one row per team, on devices: neighbouring threads take neighbouring terms, and a fixed
// tree adds up a team.
template <class Space, int k_count, class F> struct TeamRows {
  static constexpr int k_teams = DeviceTraits<Space>::k_sum_teams;
  static constexpr int k_team_size = DeviceTraits<Space>::k_team;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  F f;
  Offset count;
  Kokkos::View<double *, Space> partial;

  static Offset rows(Offset) { return k_teams; }
  static void launch(const std::string &label, const Space &space, const TeamRows &sums) {
    Kokkos::parallel_for(label, Kokkos::TeamPolicy<Space>(space, k_teams, k_team_size), sums);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Offset stride = static_cast<Offset>(team.league_size()) * team.team_size();
    double sum[k_count] = {};
    for (Offset i = static_cast<Offset>(team.league_rank()) * team.team_size() + team.team_rank();
         i < count; i += stride)
      f(i, sum);
    store_team_sums<k_count>(team, sum, partial);
  }
};

template <class Space, int k_count, class F>
using SumRows =
    std::conditional_t<is_device<Space>, TeamRows<Space, k_count, F>, ChunkRows<Space, k_count, F>>;

// Sums over i in [0, count), in an order that depends on count only: the same bits for any number
// of threads. Hosts and devices differ by rounding. Waits for the result.
template <int k_count, class Space, class F>
std::array<double, k_count> ordered_sums(const Space &space, const std::string &label, Offset count,
                                         const F &f) {
  using Rows = SumRows<Space, k_count, F>;
  const Workspace<Space> partial(Rows::rows(count) * k_count);
  Rows::launch(label, space, {f, count, partial.view()});
  const auto rows = to_vector(space, partial.view());
  std::array<double, k_count> sums{};
  for (std::size_t i = 0; i < rows.size(); ++i)
    sums[i % k_count] += rows[i];
  return sums;
}

} // namespace curlew
