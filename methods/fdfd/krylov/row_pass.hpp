#pragma once

#include <curlew/core/parallel/backend_one_copy.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/methods/fdfd/fused/lane_sums.hpp>
#include <curlew/methods/fdfd/krylov/two_entries.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

namespace curlew::fdfd {

// One sweep over all entries: calls body(e, weight, sums) for each, with its (complex) volume; and
// begin() once per team, to read scalars. Sums of k_sums numbers (k_weighted: LaneSums) are stored
// as one row of `partial` per team, in an order that depends on the grid only. On hosts a team has
// rows of one plane along z, so that line_sums.hpp can add up planes.
template <class Space, class Body> struct RowPass {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  // Devices: threads of a team, which takes as many rows at a time as fit its threads, and a fixed
  // set of teams, as many as the device holds at a time (at 85 registers a thread). Hosts: enough
  // rows per team to outweigh its overhead.
  using Traits = DeviceTraits<Space>;
  static constexpr Index k_threads = Traits::k_team, k_warp = Traits::k_warp;
  static constexpr Index k_teams_at_a_time = Traits::teams_at_a_time(k_threads, 85);
  static constexpr Index k_device_teams = k_teams_at_a_time * Traits::k_multiprocessors;
  static constexpr Index k_rows_per_team = 64;

  System<Space> system;
  Body body;
  Kokkos::View<double *, Space> partial; // [team][sum]; hosts: [plane][team of the plane][sum]

  static Index rows(const System<Space> &system) { return 3 * system.count[1] * system.count[2]; }
  static KOKKOS_INLINE_FUNCTION Index threads_of_a_row(const System<Space> &system) {
    const Index warps = (system.count[0] + k_warp - 1) / k_warp * k_warp;
    return warps < k_threads ? warps : k_threads;
  }
  static Index rows_at_a_time(const System<Space> &system) {
    return k_threads / threads_of_a_row(system);
  }
  static KOKKOS_INLINE_FUNCTION Index teams_of_plane(const System<Space> &system) {
    return (3 * system.count[1] + k_rows_per_team - 1) / k_rows_per_team;
  }
  static Index teams(const System<Space> &system) {
    if constexpr (!is_device<Space>)
      return teams_of_plane(system) * system.count[2];
    const Index wanted = (rows(system) + rows_at_a_time(system) - 1) / rows_at_a_time(system);
    return wanted > k_device_teams ? k_device_teams : wanted;
  }
  static void launch(const char *label, const Space &space, const RowPass &pass) {
    const Index threads =
        is_device<Space> ? rows_at_a_time(pass.system) * threads_of_a_row(pass.system) : 1;
    Kokkos::parallel_for(
        label,
        Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<k_threads, k_teams_at_a_time>>(
            space, teams(pass.system), threads),
        pass);
  }

  CURLEW_ONE_COPY KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    Body local = body;
    local.begin();
    if constexpr (is_device<Space>) {
      const Index count = 3 * system.count[1] * system.count[2];
      double sums[Body::k_sums > 0 ? Body::k_sums : 1] = {};
      const Index width = threads_of_a_row(system), at_a_time = team.team_size() / width;
      const Index stride = team.league_size() * at_a_time, lane = team.team_rank() % width;
      Index row = team.league_rank() * at_a_time + team.team_rank() / width;
      if constexpr (std::is_invocable_v<const Body &, Two, const PairComplex &, double *&>)
        for (; row + stride < count; row += 2 * stride) {
          const Row a = row_at(row), b = row_at(row + stride);
          for (Index i = lane; i < system.count[0]; i += width)
            local(Two{a.first + i, b.first + i},
                  PairComplex{a.across * get(a.along, i), b.across * get(b.along, i)}, sums);
        }
      for (; row < count; row += stride) {
        const Row at = row_at(row);
        for (Index i = lane; i < system.count[0]; i += width)
          local(at.first + i, at.across * get(at.along, i), sums);
      }
      store_team_sums<Body::k_sums>(team, sums, partial);
    } else {
      LaneSums<Body> sums;
      const Index ny = system.count[1], nz = system.count[2], teams = teams_of_plane(system);
      const Index plane = team.league_rank() / teams;
      const Index first = team.league_rank() % teams * k_rows_per_team;
      for (Index row = first; row < first + k_rows_per_team && row < 3 * ny; ++row) {
        const Row at = row_at((row / ny * nz + plane) * ny + row % ny);
        sums.template sweep<LaneSums<Body>::template takes_lanes<SimdComplex>>(
            system.count[0], at.along, at.across,
            [=](auto i, const auto &weight, auto &sum) { local(at.first + i, weight, sum); });
      }
      for (int s = 0; s < Body::k_sums; ++s)
        partial(team.league_rank() * Body::k_sums + s) = sums.total(s);
    }
  }

  // A row along x: its first entry, and the factors of its entries' weights.
  struct Row {
    Offset first;
    Complex across;
    const Complex *along;
  };
  KOKKOS_INLINE_FUNCTION Row row_at(Index row) const {
    const Index ny = system.count[1], nz = system.count[2];
    const int c = row / (ny * nz);
    const Index k = row / ny - c * nz, j = row % ny;
    return {Offset(row) * system.count[0],
            (c == 1 ? system.half_length[1] : system.node_length[1])(j) *
                (c == 2 ? system.half_length[2] : system.node_length[2])(k),
            (c == 0 ? system.half_length[0] : system.node_length[0]).data()};
  }
};

} // namespace curlew::fdfd
