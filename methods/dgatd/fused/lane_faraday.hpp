#pragma once

#include <curlew/core/parallel/team_scratch.hpp>
#include <curlew/methods/dgatd/fused/fused_layout.hpp>
#include <curlew/methods/dgatd/fused/tet_step.hpp>

#include <Kokkos_Core.hpp>

namespace curlew::dgatd {

// Faraday's law and the right-hand side of Ampere's on hosts, a cluster of tets at a time:
//
//   mu |V| dH/dt = - (1/3) sum over edges (i,j) of e_ij (x_l - x_k)
//   r_ij        += H . (x_l - x_k) / 3
//
// with e_ij = u_i + u_j, the sum of the two half-edge circulations, and (k,l) the opposite edge.
// H is uniform in a tet and stored times the tet's orientation, which removes every sign
// (docs/methods/dgatd-notes.md, "One H per tet"). Equal to the four fractions of @cite cicuttin2018
// (eq. 5) started from zero. The sums r leave the cluster once per edge: no atomics, same bits for
// any number of threads. k_parts: 2 where the unknowns are half edges, 1 where they are e itself.
// Verified by DgatdVariants.*.
//
// Bytes: FusedScheme::minimum_bytes().
template <class Space, int k_parts> struct LaneFaraday {
  using Shape = FusedShape<Space>;
  static constexpr int k_lanes = Shape::k_lanes;
  template <class T> using Array = Kokkos::View<T *, Space>;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;

  Index clusters, cluster_tets, padded_tets;
  Array<const double> points; // [node][x, y, z] in m
  Array<const Index> local_node_offsets;
  Array<const Index> local_nodes;       // node of the cluster -> node
  Array<const std::uint16_t> tet_nodes; // [corner 0..3][tet], FusedLayout
  Array<const std::uint16_t> tet_edges; // [edge 0..5][tet], FusedLayout
  Array<const std::uint16_t> material;  // tet -> row of inverse_mu
  Array<const double> inverse_mu;       // [material][xx, yy, zz, xy, xz, yz] dt / mu in s m/H
  bool isotropic_mu;
  Array<const Index> local_edge_offsets;
  Array<const Index> slots; // [local edge][k_parts] -> unknowns that add up to e
  Array<const Index> target;
  Array<const Offset> group_begin;
  Array<const std::uint16_t> contributions;
  int largest_local_nodes;
  int largest_local_edges;
  Array<const double> u; // circulations of E in V
  Array<double> h;       // [component][tet] orientation x H in A/m
  Array<double> r;       // edge, then partial sums: right-hand side of Ampere's law in A

  std::size_t scratch_bytes() const {
    return aligned_scratch_bytes<double>(3 * largest_local_nodes) +
           aligned_scratch_bytes<double>(largest_local_edges + 1) +
           aligned_scratch_bytes<double>(6 * cluster_tets + 1);
  }

  void launch(const Space &space) const {
    Kokkos::parallel_for("curlew::dgatd::fused_faraday",
                         Kokkos::TeamPolicy<Space>(space, clusters, 1)
                             .set_scratch_size(0, Kokkos::PerTeam(scratch_bytes())),
                         *this);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Index cluster = team.league_rank();
    const auto room = [&](int count) {
      return aligned_scratch<double>(team.team_scratch(0), count);
    };
    double *const x = room(3 * largest_local_nodes); // [component][node]
    double *const e = room(largest_local_edges + 1);
    double *const sums = room(6 * cluster_tets + 1);

    const Index first_node = local_node_offsets(cluster);
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(team, local_node_offsets(cluster + 1) - first_node),
        [&](const int k) {
          const double *point = &points(3 * static_cast<std::size_t>(local_nodes(first_node + k)));
          for (int d = 0; d < 3; ++d)
            x[d * largest_local_nodes + k] = point[d];
        });
    const Index first_local = local_edge_offsets(cluster);
    const int local_edges = local_edge_offsets(cluster + 1) - first_local;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, local_edges), [&](const int k) {
      const std::size_t first = (static_cast<std::size_t>(first_local) + k) * k_parts;
      double sum = u(slots(first));
      if (k_parts == 2)
        sum += u(slots(first + 1));
      e[k + 1] = sum;
    });
    Kokkos::single(Kokkos::PerTeam(team), [&] { e[0] = sums[6 * cluster_tets] = 0; });
    team.team_barrier();

    const Index first_tet = cluster * cluster_tets;
    const Index last_tet =
        first_tet + cluster_tets < padded_tets ? first_tet + cluster_tets : padded_tets;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, (last_tet - first_tet) / k_lanes),
                         [&](const int item) {
                           advance_tets(first_tet + item * k_lanes, x, e,
                                        sums + contribution_position(item * k_lanes, 0, k_lanes));
                         });
    team.team_barrier();

    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, local_edges / k_lanes),
                         [&](const int group) { add_up(first_local + group * k_lanes, sums); });
  }

  // Adds up the sums of k_lanes local edges from `local` on.
  KOKKOS_INLINE_FUNCTION void add_up(const Index local, const double *sums) const {
    const Offset last = group_begin(local / k_lanes + 1);
    double sum[k_lanes] = {};
    for (Offset at = group_begin(local / k_lanes); at < last; at += k_lanes)
      for (int lane = 0; lane < k_lanes; ++lane)
        sum[lane] += sums[contributions(at + lane)];
    for (int lane = 0; lane < k_lanes; ++lane)
      if (target(local + lane) >= 0)
        r(target(local + lane)) = sum[lane] * (1.0 / 3);
  }

  // Advances k_lanes tets from `tet` on: one SIMD lane each.
  KOKKOS_INLINE_FUNCTION void advance_tets(const Index tet, const double *x, const double *e,
                                           double *sums) const {
    const std::size_t stride = padded_tets;
    TetStep<k_lanes> step;
    const std::uint16_t *origin = &tet_nodes(tet);
    for (int d = 0; d < 3; ++d) {
      const double *along = x + d * largest_local_nodes;
      double start[k_lanes];
      for (int lane = 0; lane < k_lanes; ++lane)
        start[lane] = along[origin[lane]];
      for (int n = 0; n < 3; ++n) {
        const std::uint16_t *corner = origin + (n + 1) * stride;
        for (int lane = 0; lane < k_lanes; ++lane)
          step.a[n][d][lane] = along[corner[lane]] - start[lane];
      }
    }
    double circulation[6][k_lanes];
    for (int edge = 0; edge < 6; ++edge) {
      const std::uint16_t *from = &tet_edges(edge * stride + tet);
      for (int lane = 0; lane < k_lanes; ++lane)
        circulation[edge][lane] = e[from[lane]];
    }
    double curl[3][k_lanes], field[3][k_lanes];
    step.minus_curl(circulation, curl);
    for (int d = 0; d < 3; ++d)
      for (int lane = 0; lane < k_lanes; ++lane)
        field[d][lane] = h(d * stride + tet + lane);
    const std::uint16_t *row = &material(tet);
    if (isotropic_mu)
      for (int lane = 0; lane < k_lanes; ++lane)
        add_response(&inverse_mu(6 * row[lane]), true, curl, lane, field);
    else
      for (int lane = 0; lane < k_lanes; ++lane)
        add_response(&inverse_mu(6 * row[lane]), false, curl, lane, field);
    for (int d = 0; d < 3; ++d)
      for (int lane = 0; lane < k_lanes; ++lane)
        h(d * stride + tet + lane) = field[d][lane];
    step.contribute(field, sums, k_lanes);
  }
};

} // namespace curlew::dgatd
