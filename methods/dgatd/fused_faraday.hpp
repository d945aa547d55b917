#pragma once

#include <curlew/core/kokkos_compat.hpp>
#include <curlew/methods/dgatd/fused_layout.hpp>
#include <curlew/methods/dgatd/geometry.hpp>

#include <Kokkos_Core.hpp>

namespace curlew::dgatd {

// Faraday's law and the right-hand side of Ampere's, a cluster of tets at a time:
//
//   mu |V| dH/dt = - (1/3) sum over edges (i,j) of e_ij (x_l - x_k)
//   r_ij        += H . (x_l - x_k) / 3
//
// with e_ij = u_i + u_j, the sum of the two half-edge circulations, and (k,l) the opposite edge.
// H is uniform in a tet and stored times the tet's orientation, which removes every sign
// (docs/methods/dgatd.md, "One H per tet"). Equal to the four fractions of @cite cicuttin2018
// (eq. 5) started from zero. The sums r leave the cluster once per edge: no atomics, same bits for
// any number of threads. k_parts: 2 where the unknowns are half edges, 1 where they are e itself.
// Verified by DgatdVariants.*.
//
// Bytes: FusedScheme::minimum_bytes().
template <class Space, int k_parts> struct FusedFaraday {
  using Shape = FusedShape<Space>;
  static constexpr int k_lanes = Shape::k_lanes, k_width = Shape::k_width;
  template <class T> using Array = Kokkos::View<T *, Space>;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Scratch = Kokkos::View<double *, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

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
    return Scratch::shmem_size(3 * largest_local_nodes) +
           Scratch::shmem_size(largest_local_edges + 1) + Scratch::shmem_size(6 * cluster_tets + 1);
  }

  void launch(const Space &space) const {
    Kokkos::parallel_for(
        "curlew::dgatd::fused_faraday",
        compat::light(Kokkos::TeamPolicy<Space>(space, clusters, Shape::k_cluster_team)
                          .set_scratch_size(0, Kokkos::PerTeam(scratch_bytes()))),
        *this);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Index cluster = team.league_rank();
    const Scratch x(team.team_scratch(0), 3 * largest_local_nodes); // [component][node]
    const Scratch e(team.team_scratch(0), largest_local_edges + 1);
    const Scratch sums(team.team_scratch(0), 6 * cluster_tets + 1);

    const Index first_node = local_node_offsets(cluster);
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(team, local_node_offsets(cluster + 1) - first_node),
        [&](const int k) {
          const double *point = &points(3 * static_cast<std::size_t>(local_nodes(first_node + k)));
          for (int d = 0; d < 3; ++d)
            x(d * largest_local_nodes + k) = point[d];
        });
    const Index first_local = local_edge_offsets(cluster);
    const int local_edges = local_edge_offsets(cluster + 1) - first_local;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, local_edges), [&](const int k) {
      const std::size_t first = (static_cast<std::size_t>(first_local) + k) * k_parts;
      double sum = u(slots(first));
      if (k_parts == 2)
        sum += u(slots(first + 1));
      e(k + 1) = sum;
    });
    Kokkos::single(Kokkos::PerTeam(team), [&] { e(0) = sums(6 * cluster_tets) = 0; });
    team.team_barrier();

    const Index first_tet = cluster * cluster_tets;
    const Index last_tet =
        first_tet + cluster_tets < padded_tets ? first_tet + cluster_tets : padded_tets;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, (last_tet - first_tet) / k_width),
                         [&](const int item) {
                           advance_tets(first_tet + item * k_width, x.data(), e.data(),
                                        &sums(contribution_position(item * k_width, 0, k_lanes)));
                         });
    team.team_barrier();

    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, local_edges / k_width), [&](const int item) {
      add_up(first_local + item * k_width, sums.data());
    });
  }

  // Sums of k_width local edges from `local` on.
  KOKKOS_INLINE_FUNCTION void add_up(const Index local, const double *sums) const {
    const Offset last = group_begin(local / k_lanes + 1);
    double sum[k_width] = {};
    for (Offset at = group_begin(local / k_lanes) + local % k_lanes; at < last; at += k_lanes)
      for (int lane = 0; lane < k_width; ++lane)
        sum[lane] += sums[contributions(at + lane)];
    for (int lane = 0; lane < k_width; ++lane)
      if (target(local + lane) >= 0)
        r(target(local + lane)) = sum[lane] * (1.0 / 3);
  }

  // k_width tets from `tet` on: one SIMD lane each. With a_n = x_n - x_0 the sum over the edges is
  // a sum over three nodes, sum of c_n a_n with c_n = (edges whose opposite one ends in n) - (those
  // whose opposite one starts there), and H . (x_l - x_k) is a difference of H . a_n.
  KOKKOS_INLINE_FUNCTION void advance_tets(const Index tet, const double *x, const double *e,
                                           double *sums) const {
    const std::size_t stride = padded_tets;
    double a[3][3][k_width]; // [node 1..3][component]
    {
      const std::uint16_t *origin = &tet_nodes(tet);
      for (int d = 0; d < 3; ++d) {
        const double *along = x + d * largest_local_nodes;
        double start[k_width];
        for (int lane = 0; lane < k_width; ++lane)
          start[lane] = along[origin[lane]];
        for (int n = 0; n < 3; ++n) {
          const std::uint16_t *corner = origin + (n + 1) * stride;
          for (int lane = 0; lane < k_width; ++lane)
            a[n][d][lane] = along[corner[lane]] - start[lane];
        }
      }
    }
    double c[3][k_width];
    {
      // Edges 01, 02, 03, 12, 13, 23 and their opposites (k,l): 23, 31, 12, 03, 20, 01.
      double along[6][k_width];
      for (int edge = 0; edge < 6; ++edge) {
        const std::uint16_t *from = &tet_edges(edge * stride + tet);
        for (int lane = 0; lane < k_width; ++lane)
          along[edge][lane] = e[from[lane]];
      }
      for (int lane = 0; lane < k_width; ++lane) {
        c[0][lane] = along[1][lane] - along[2][lane] + along[5][lane];
        c[1][lane] = along[2][lane] - along[0][lane] - along[4][lane];
        c[2][lane] = along[0][lane] - along[1][lane] + along[3][lane];
      }
    }
    double curl[3][k_width];
    for (int lane = 0; lane < k_width; ++lane) {
      const double six_volume =
          a[0][0][lane] * (a[1][1][lane] * a[2][2][lane] - a[1][2][lane] * a[2][1][lane]) +
          a[0][1][lane] * (a[1][2][lane] * a[2][0][lane] - a[1][0][lane] * a[2][2][lane]) +
          a[0][2][lane] * (a[1][0][lane] * a[2][1][lane] - a[1][1][lane] * a[2][0][lane]);
      const double scale = -2 / (six_volume < 0 ? -six_volume : six_volume); // -1 / (3 |V|)
      for (int d = 0; d < 3; ++d)
        curl[d][lane] = scale * (c[0][lane] * a[0][d][lane] + c[1][lane] * a[1][d][lane] +
                                 c[2][lane] * a[2][d][lane]);
    }
    double field[3][k_width];
    const std::uint16_t *row = &material(tet);
    if (isotropic_mu) {
      for (int lane = 0; lane < k_width; ++lane) {
        const double factor = inverse_mu(6 * row[lane]);
        for (int d = 0; d < 3; ++d)
          field[d][lane] = factor * curl[d][lane];
      }
    } else {
      for (int lane = 0; lane < k_width; ++lane) {
        const double *m = &inverse_mu(6 * row[lane]);
        const double c0 = curl[0][lane], c1 = curl[1][lane], c2 = curl[2][lane];
        field[0][lane] = m[0] * c0 + m[3] * c1 + m[4] * c2;
        field[1][lane] = m[3] * c0 + m[1] * c1 + m[5] * c2;
        field[2][lane] = m[4] * c0 + m[5] * c1 + m[2] * c2;
      }
    }
    for (int d = 0; d < 3; ++d) {
      double *stored = &h(d * stride + tet);
      for (int lane = 0; lane < k_width; ++lane) {
        field[d][lane] += stored[lane];
        stored[lane] = field[d][lane];
      }
    }
    for (int lane = 0; lane < k_width; ++lane) {
      double along[3]; // H . a_n
      for (int n = 0; n < 3; ++n)
        along[n] = field[0][lane] * a[n][0][lane] + field[1][lane] * a[n][1][lane] +
                   field[2][lane] * a[n][2][lane];
      sums[0 * k_lanes + lane] = along[2] - along[1];
      sums[1 * k_lanes + lane] = along[0] - along[2];
      sums[2 * k_lanes + lane] = along[1] - along[0];
      sums[3 * k_lanes + lane] = along[2];
      sums[4 * k_lanes + lane] = -along[1];
      sums[5 * k_lanes + lane] = along[0];
    }
  }
};

} // namespace curlew::dgatd
