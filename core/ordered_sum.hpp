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

// Terms that also write may offer several(i, stride, term): the terms i, i + stride, ... of an
// array, all reads before the first write, which a compiler could not prove harmless.
template <class F, class = void> struct has_several : std::false_type {};
template <class F>
struct has_several<F, std::void_t<decltype(&F::template several<4>)>> : std::true_type {};

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

// Where the teams of a device leave their sums. Kept until Kokkos ends: to allocate device memory
// stops the device, and a solver sums in every iteration. For one host thread at a time.
template <class Space> const Kokkos::View<double *, Space> &team_partials(Offset count) {
  static Kokkos::View<double *, Space> partials;
  if (partials.extent(0) == 0) {
    partials = Kokkos::View<double *, Space>("curlew::ordered_sum", count);
    Kokkos::push_finalize_hook([] { partials = {}; });
  }
  return partials;
}

// Sum over i in [0, count) of f(i), in an order that depends on count alone: the same bits for any
// number of threads, which Kokkos::parallel_reduce does not promise. Hosts and devices differ by
// rounding. Waits for the result.
template <class Space, class F>
double ordered_sum(const Space &space, const std::string &label, Offset count, const F &f) {
  Kokkos::View<double *, Space> partial;
  if constexpr (is_device<Space>) {
    using Terms = TeamSums<Space, F>;
    partial = team_partials<Space>(Terms::k_teams);
    Kokkos::parallel_for(label,
                         Kokkos::TeamPolicy<Space>(space, Terms::k_teams, Terms::k_team_size),
                         Terms{f, count, partial});
  } else {
    using Terms = ChunkSums<Space, F>;
    const Offset chunks = (count + Terms::k_chunk - 1) / Terms::k_chunk;
    partial = Kokkos::View<double *, Space>(Kokkos::view_alloc(label, Kokkos::WithoutInitializing),
                                            chunks);
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Space>(space, 0, chunks),
                         Terms{f, count, partial});
  }
  space.fence();
  double sum = 0;
  for (const double value : to_vector(partial))
    sum += value;
  return sum;
}

} // namespace curlew
