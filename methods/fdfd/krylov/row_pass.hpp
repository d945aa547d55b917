#pragma once

#include <curlew/core/team_sum.hpp>
#include <curlew/methods/fdfd/fused/lane_sums.hpp>
#include <curlew/methods/fdfd/system.hpp>

namespace curlew::fdfd {

// One sweep over all entries: body(e, weight, sums) for each, with its (complex) volume; begin()
// once per team, to read scalars. Sums of k_sums numbers (k_weighted: LaneSums) come out as one row
// of `partial` per team, in an order that depends on the grid alone.
template <class Space, class Body> struct RowPass {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  // Devices: teams that stay, as many as an H200 holds; hosts: rows that make a team worth it.
  static constexpr Index k_device_teams = 1056, k_rows_per_team = 64;
  static constexpr int k_threads = is_device<Space> ? 256 : 1;

  System<Space> system;
  Body body;
  Kokkos::View<double *, Space> partial; // [team][sum]

  static Index rows(const System<Space> &system) { return 3 * system.count[1] * system.count[2]; }
  static Index teams(const System<Space> &system) {
    if (is_device<Space>)
      return rows(system) < k_device_teams ? rows(system) : k_device_teams;
    return (rows(system) + k_rows_per_team - 1) / k_rows_per_team;
  }
  static void launch(const char *label, const Space &space, const RowPass &pass) {
    Kokkos::parallel_for(label, Kokkos::TeamPolicy<Space>(space, teams(pass.system), k_threads),
                         pass);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    Body local = body;
    local.begin();
    const Index count = 3 * system.count[1] * system.count[2];
    if constexpr (is_device<Space>) {
      double sums[Body::k_sums > 0 ? Body::k_sums : 1] = {};
      for (Index row = team.league_rank(); row < count; row += team.league_size()) {
        const Row at = place(row);
        for (Index i = team.team_rank(); i < system.count[0]; i += team.team_size())
          local(at.first + i, at.across * at.along[i], sums);
      }
      for (int s = 0; s < Body::k_sums; ++s) {
        const double total = team_sum(team, sums[s]);
        Kokkos::single(Kokkos::PerTeam(team),
                       [&] { partial(team.league_rank() * Body::k_sums + s) = total; });
      }
    } else {
      LaneSums<Body> sums;
      const Index first = team.league_rank() * k_rows_per_team;
      for (Index row = first; row < first + k_rows_per_team && row < count; ++row) {
        const Row at = place(row);
        sums.template sweep<LaneSums<Body>::template takes_lanes<Complexes>>(
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
  KOKKOS_INLINE_FUNCTION Row place(Index row) const {
    const Index ny = system.count[1], nz = system.count[2];
    const int c = row / (ny * nz);
    const Index j = row % ny, k = row / ny % nz;
    return {Offset(row) * system.count[0],
            (c == 1 ? system.half_length[1] : system.node_length[1])(j) *
                (c == 2 ? system.half_length[2] : system.node_length[2])(k),
            (c == 0 ? system.half_length[0] : system.node_length[0]).data()};
  }
};

// Adds up the rows that teams left in `partial` and calls conclude(totals) once, on the device.
template <class Space, int k_sums, class Conclude> struct Conclusion {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  Kokkos::View<double *, Space> partial;
  Index teams;
  Conclude conclude;

  static void launch(const Space &space, const Conclusion &all) {
    Kokkos::parallel_for("curlew::fdfd::conclude",
                         Kokkos::TeamPolicy<Space>(space, 1, is_device<Space> ? 256 : 1), all);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    double totals[k_sums];
    for (int s = 0; s < k_sums; ++s) {
      double sum = 0;
      for (Index t = team.team_rank(); t < teams; t += team.team_size())
        sum += partial(t * k_sums + s);
      totals[s] = team_sum(team, sum);
    }
    Kokkos::single(Kokkos::PerTeam(team), [&] { conclude(totals); });
  }
};

} // namespace curlew::fdfd
