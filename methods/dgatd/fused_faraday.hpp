#pragma once

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
// any number of threads. Verified by DgatdVariants.*.
//
// Bytes per tet: see fused_minimum_bytes().
template <class Space> struct FusedFaraday {
  template <class T> using Array = Kokkos::View<T *, Space>;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Scratch = Kokkos::View<double *, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  Index padded_tets;
  Array<const double> points;           // [node][x, y, z] in m
  Array<const Index> nodes;             // [corner 0..3][tet]
  Array<const std::uint16_t> tet_edges; // [edge 0..5][tet], FusedLayout
  Array<const std::uint16_t> material;  // tet -> row of inverse_mu
  Array<const double> inverse_mu;       // [material][xx, yy, zz, xy, xz, yz] dt / mu in s m/H
  bool isotropic_mu;
  Array<const Index> local_edge_offsets;
  Array<const Index> slots; // [local edge][2] -> halves
  Array<const Index> target;
  Array<const std::uint16_t> contribution_begin;
  Array<const std::uint16_t> contributions;
  int largest_local_edges;
  Array<const double> u; // half-edge circulations of E in V
  Array<double> h;       // [component][tet] orientation x H in A/m
  Array<double> r;       // edge, then partial sums: right-hand side of Ampere's law in A

  static constexpr int k_contributions = 6 * k_cluster_tets;

  static std::size_t scratch_bytes(int largest_local_edges) {
    return Scratch::shmem_size(largest_local_edges + 1) + Scratch::shmem_size(k_contributions);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Index cluster = team.league_rank();
    Scratch e(team.team_scratch(0), largest_local_edges + 1);
    Scratch sums(team.team_scratch(0), k_contributions);
    const Index first_local = local_edge_offsets(cluster);
    const int local_edges = local_edge_offsets(cluster + 1) - first_local;

    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, local_edges), [&](const int k) {
      const Offset edge = first_local + k;
      e(k + 1) = u(slots(2 * edge)) + u(slots(2 * edge + 1));
    });
    Kokkos::single(Kokkos::PerTeam(team), [&] { e(0) = 0; });
    team.team_barrier();

    const Index first_tet = cluster * k_cluster_tets;
    const Index last_tet =
        first_tet + k_cluster_tets < padded_tets ? first_tet + k_cluster_tets : padded_tets;
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(team, (last_tet - first_tet) / k_lanes), [&](const int block) {
          advance_tets(first_tet + block * k_lanes, e.data(), &sums(block * 6 * k_lanes));
        });
    team.team_barrier();

    const std::uint16_t *begins = &contribution_begin(first_local + cluster);
    const std::uint16_t *positions =
        &contributions(static_cast<std::size_t>(cluster) * k_contributions);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, local_edges), [&](const int k) {
      double sum = 0;
      for (int at = begins[k]; at < begins[k + 1]; ++at)
        sum += sums(positions[at]);
      r(target(first_local + k)) = sum;
    });
  }

  // k_lanes tets from `tet` on: one SIMD lane each.
  KOKKOS_INLINE_FUNCTION void advance_tets(const Index tet, const double *e, double *sums) const {
    double x[4][3][k_lanes];
    for (int n = 0; n < 4; ++n) {
      const Index *corner = &nodes(static_cast<std::size_t>(n) * padded_tets + tet);
      for (int lane = 0; lane < k_lanes; ++lane) {
        const double *p = points.data() + 3 * static_cast<std::size_t>(corner[lane]);
        x[n][0][lane] = p[0];
        x[n][1][lane] = p[1];
        x[n][2][lane] = p[2];
      }
    }
    // opposite[edge] = x_l - x_k
    double opposite[6][3][k_lanes], curl[3][k_lanes] = {};
    for (int edge = 0; edge < 6; ++edge) {
      const LocalEdge local = local_edge(edge);
      const std::uint16_t *from = &tet_edges(static_cast<std::size_t>(edge) * padded_tets + tet);
      double along[k_lanes];
      for (int lane = 0; lane < k_lanes; ++lane)
        along[lane] = e[from[lane]];
      for (int d = 0; d < 3; ++d)
        for (int lane = 0; lane < k_lanes; ++lane) {
          opposite[edge][d][lane] = x[local.l][d][lane] - x[local.k][d][lane];
          curl[d][lane] += along[lane] * opposite[edge][d][lane];
        }
    }
    // 6 |V| from edges (0,1), (0,2), (0,3), which are opposite[5], -opposite[4], opposite[3].
    double field[3][k_lanes];
    const std::uint16_t *row = &material(tet);
    for (int lane = 0; lane < k_lanes; ++lane) {
      const double a0 = x[1][0][lane] - x[0][0][lane], a1 = x[1][1][lane] - x[0][1][lane],
                   a2 = x[1][2][lane] - x[0][2][lane];
      const double b0 = x[2][0][lane] - x[0][0][lane], b1 = x[2][1][lane] - x[0][1][lane],
                   b2 = x[2][2][lane] - x[0][2][lane];
      const double c0 = x[3][0][lane] - x[0][0][lane], c1 = x[3][1][lane] - x[0][1][lane],
                   c2 = x[3][2][lane] - x[0][2][lane];
      const double six_volume =
          a0 * (b1 * c2 - b2 * c1) + a1 * (b2 * c0 - b0 * c2) + a2 * (b0 * c1 - b1 * c0);
      const double scale = -2 / (six_volume < 0 ? -six_volume : six_volume); // -1 / (3 |V|)
      for (int d = 0; d < 3; ++d)
        curl[d][lane] *= scale;
    }
    if (isotropic_mu) {
      for (int lane = 0; lane < k_lanes; ++lane) {
        const double factor = inverse_mu(6 * row[lane]);
        for (int d = 0; d < 3; ++d)
          field[d][lane] = factor * curl[d][lane];
      }
    } else {
      for (int lane = 0; lane < k_lanes; ++lane) {
        const double *m = &inverse_mu(6 * row[lane]);
        const double c0 = curl[0][lane], c1 = curl[1][lane], c2 = curl[2][lane];
        field[0][lane] = m[0] * c0 + m[3] * c1 + m[4] * c2;
        field[1][lane] = m[3] * c0 + m[1] * c1 + m[5] * c2;
        field[2][lane] = m[4] * c0 + m[5] * c1 + m[2] * c2;
      }
    }
    for (int d = 0; d < 3; ++d) {
      double *stored = &h(static_cast<std::size_t>(d) * padded_tets + tet);
      for (int lane = 0; lane < k_lanes; ++lane) {
        field[d][lane] += stored[lane];
        stored[lane] = field[d][lane];
      }
    }
    for (int edge = 0; edge < 6; ++edge)
      for (int lane = 0; lane < k_lanes; ++lane)
        sums[edge * k_lanes + lane] =
            (field[0][lane] * opposite[edge][0][lane] + field[1][lane] * opposite[edge][1][lane] +
             field[2][lane] * opposite[edge][2][lane]) *
            (1.0 / 3);
  }
};

} // namespace curlew::dgatd
