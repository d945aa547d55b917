#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/spaces.hpp>
#include <curlew/core/team_sum.hpp>
#include <curlew/core/views.hpp>

#include <array>
#include <string>

namespace curlew {

// core's ordered_sum for k_count sums in one sweep. f(i, sum) adds its terms to sum[0 ... k_count).

// One row of partial sums per chunk of terms, on hosts.
template <class Space, int k_count, class F> struct ChunkRows {
  static constexpr Offset k_chunk = 1024;
  F f;
  Offset count;
  Kokkos::View<double *, Space> partial;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset chunk) const {
    const Offset end = (chunk + 1) * k_chunk < count ? (chunk + 1) * k_chunk : count;
    double sum[k_count] = {};
    for (Offset i = chunk * k_chunk; i < end; ++i)
      f(i, sum);
    for (int k = 0; k < k_count; ++k)
      partial(chunk * k_count + k) = sum[k];
  }
};

// One row per team, on devices: neighbouring threads take neighbouring terms, and a fixed tree adds
// up a team.
template <class Space, int k_count, class F> struct TeamRows {
  static constexpr int k_teams = 1056, k_team_size = 256;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  F f;
  Offset count;
  Kokkos::View<double *, Space> partial;

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Offset stride = static_cast<Offset>(team.league_size()) * team.team_size();
    double sum[k_count] = {};
    for (Offset i = static_cast<Offset>(team.league_rank()) * team.team_size() + team.team_rank();
         i < count; i += stride)
      f(i, sum);
    CURLEW_UNROLL
    for (int k = 0; k < k_count; ++k) {
      const double all = team_sum(team, sum[k]);
      Kokkos::single(Kokkos::PerTeam(team),
                     [&] { partial(static_cast<Offset>(team.league_rank()) * k_count + k) = all; });
    }
  }
};

// Where rows of partial sums lie: kept between the iterations of a solver, since allocating device
// memory stops the device, and freed when Kokkos ends. For one host thread at a time.
template <class Space> Kokkos::View<double *, Space> row_partials(Offset count) {
  static Kokkos::View<double *, Space> partials;
  if (static_cast<Offset>(partials.extent(0)) < count) {
    if (partials.extent(0) == 0)
      Kokkos::push_finalize_hook([] { partials = {}; });
    partials = Kokkos::View<double *, Space>(
        Kokkos::view_alloc("curlew::solvers::partials", Kokkos::WithoutInitializing), count);
  }
  return Kokkos::subview(partials, Kokkos::make_pair(Offset(0), count));
}

// Sums over i in [0, count), in an order that depends on count alone: the same bits for any number
// of threads. Hosts and devices differ by rounding. Waits for the result.
template <int k_count, class Space, class F>
std::array<double, k_count> ordered_sums(const Space &space, const std::string &label, Offset count,
                                         const F &f) {
  Kokkos::View<double *, Space> partial;
  if constexpr (is_device<Space>) {
    using Rows = TeamRows<Space, k_count, F>;
    partial = row_partials<Space>(Rows::k_teams * k_count);
    Kokkos::parallel_for(label, Kokkos::TeamPolicy<Space>(space, Rows::k_teams, Rows::k_team_size),
                         Rows{f, count, partial});
  } else {
    using Rows = ChunkRows<Space, k_count, F>;
    const Offset chunks = (count + Rows::k_chunk - 1) / Rows::k_chunk;
    partial = row_partials<Space>(chunks * k_count);
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Space>(space, 0, chunks),
                         Rows{f, count, partial});
  }
  space.fence();
  const auto rows = to_vector(partial);
  std::array<double, k_count> sums{};
  for (std::size_t i = 0; i < rows.size(); ++i)
    sums[i % k_count] += rows[i];
  return sums;
}

} // namespace curlew
