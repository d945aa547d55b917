#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/core/parallel/kokkos_compat.hpp>
#include <curlew/methods/dgatd/fused/tet_step.hpp>
#include <curlew/methods/dgatd/fused/warp_layout.hpp>

#include <Kokkos_Core.hpp>

namespace curlew::dgatd {

// Faraday's law as in LaneFaraday, on devices: a team takes a cluster, a thread a tet and up to
// k_edges local edges. Every load that needs nothing but the cluster's record is issued before the
// first is waited for. Verified by DgatdVariants.*.
template <class Space, int k_parts> struct ClusterFaraday {
  template <class T> using Array = Kokkos::View<const T *, Space>;
  using Shape = FusedShape<Space>;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Scratch = Kokkos::View<double *, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr int k_lanes = Shape::k_lanes;
  // Numbers of a thread's local edges, and of their pairs of contributions, that are loaded ahead.
  // They cover most clusters (256 tets have about 440 edges with 3.4 contributions each).
  static constexpr int k_edges = 2, k_pairs = 2;

  Index clusters, cluster_tets, padded_tets;
  Array<ClusterRecord> cluster;
  Array<double> points;          // [node][x, y, z] in m
  Array<Index> local_nodes;      // node of the cluster -> node
  Array<std::uint64_t> corners;  // [tet], four shorts
  Array<ShortPair> tet_edges;    // [pair 0..2][tet]: 1 + local edge, 0 on PEC
  Array<std::uint16_t> material; // tet -> row of inverse_mu; empty where there is one material
  Array<double> inverse_mu;      // [material][xx, yy, zz, xy, xz, yz] dt / mu in s m/H
  bool isotropic_mu;
  Array<Index> slots; // [local edge][k_parts] -> unknowns that add up to e
  Array<Index> target;
  Array<Index> pair_begin; // ContributionPairs
  Array<ShortPair> pairs;
  int largest_local_nodes, largest_local_edges;
  Array<double> u;                 // circulations of E in V
  Kokkos::View<double *, Space> h; // [component][tet] orientation x H in A/m
  Kokkos::View<double *, Space> r; // edge, then partial sums: right-hand side of Ampere's law in A

  // Limits a thread to 64 registers.
  using Bounds =
      Kokkos::LaunchBounds<Shape::k_cluster_team,
                           DeviceTraits<Space>::teams_at_a_time(Shape::k_cluster_team, 64)>;

  void launch(const Space &space) const {
    const std::size_t bytes = Scratch::shmem_size(3 * largest_local_nodes) +
                              Scratch::shmem_size(largest_local_edges + 1) +
                              Scratch::shmem_size(6 * cluster_tets + 1);
    Kokkos::parallel_for("curlew::dgatd::fused_faraday",
                         compat::light_weight(Kokkos::TeamPolicy<Space, Bounds>(
                                                  space, clusters, Shape::k_cluster_team)
                                                  .set_scratch_size(0, Kokkos::PerTeam(bytes))),
                         *this);
  }

  KOKKOS_INLINE_FUNCTION double circulation(const std::size_t local) const {
    double sum = u(slots(local * k_parts));
    if (k_parts == 2)
      sum += u(slots(local * k_parts + 1));
    return sum;
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Scratch x(team.team_scratch(0), 3 * largest_local_nodes); // [component][node]
    const Scratch e(team.team_scratch(0), largest_local_edges + 1);
    const Scratch sums(team.team_scratch(0), 6 * cluster_tets + 1);
    const ClusterRecord here = cluster(team.league_rank());
    const int rank = team.team_rank(), threads = team.team_size();
    const std::size_t stride = padded_tets;
    const Index first_tet = team.league_rank() * cluster_tets;
    const int tets =
        first_tet + cluster_tets < padded_tets ? cluster_tets : padded_tets - first_tet;

    // Data of the thread's first tet and edges.
    TetData tet{};
    if (rank < tets)
      tet = load(first_tet + rank);
    EdgeData edge[k_edges];
    CURLEW_UNROLL
    for (int i = 0; i < k_edges; ++i)
      if (rank + i * threads < here.edges)
        edge[i] = load_edge(here.first_edge + rank + i * threads);

    for (int k = rank; k < here.nodes; k += threads) {
      const double *point = &points(3 * static_cast<std::size_t>(local_nodes(here.first_node + k)));
      for (int d = 0; d < 3; ++d)
        x(d * largest_local_nodes + k) = point[d];
    }
    CURLEW_UNROLL
    for (int i = 0; i < k_edges; ++i)
      if (rank + i * threads < here.edges)
        e(rank + i * threads + 1) = edge[i].circulation(u);
    for (int k = rank + k_edges * threads; k < here.edges; k += threads)
      e(k + 1) = circulation(static_cast<std::size_t>(here.first_edge) + k);
    if (rank == 0)
      e(0) = sums(6 * cluster_tets) = 0;
    CURLEW_UNROLL
    for (int i = 0; i < k_edges; ++i)
      if (rank + i * threads < here.edges)
        load_pairs(here.first_edge + rank + i * threads, edge[i]);
    team.team_barrier();

    for (int k = rank; k < tets; k += threads) {
      if (k > rank)
        tet = load(first_tet + k);
      advance(first_tet + k, tet, x.data(), e.data(), &sums(contribution_position(k, 0, k_lanes)),
              stride);
    }
    team.team_barrier();

    CURLEW_UNROLL
    for (int i = 0; i < k_edges; ++i)
      if (rank + i * threads < here.edges)
        add_up(here.first_edge + rank + i * threads, edge[i], sums.data());
    for (int k = rank + k_edges * threads; k < here.edges; k += threads) {
      EdgeData one = load_edge(here.first_edge + k);
      load_pairs(here.first_edge + k, one);
      add_up(here.first_edge + k, one, sums.data());
    }
  }

private:
  struct TetData {
    std::uint64_t corners;
    ShortPair edge[3];
    double h[3];
  };
  struct EdgeData {
    Index slot[k_parts], target, begin, end;
    ShortPair pair[k_pairs];
    KOKKOS_INLINE_FUNCTION double circulation(const Array<double> &u) const {
      return k_parts == 1 ? u(slot[0]) : u(slot[0]) + u(slot[k_parts - 1]);
    }
  };

  KOKKOS_INLINE_FUNCTION TetData load(const Index t) const {
    const std::size_t stride = padded_tets;
    TetData tet;
    tet.corners = corners(t);
    CURLEW_UNROLL
    for (int p = 0; p < 3; ++p)
      tet.edge[p] = tet_edges(p * stride + t);
    CURLEW_UNROLL
    for (int d = 0; d < 3; ++d)
      tet.h[d] = h(d * stride + t);
    return tet;
  }

  KOKKOS_INLINE_FUNCTION EdgeData load_edge(const Index local) const {
    EdgeData edge;
    CURLEW_UNROLL
    for (int part = 0; part < k_parts; ++part)
      edge.slot[part] = slots(static_cast<std::size_t>(local) * k_parts + part);
    edge.target = target(local);
    edge.begin = pair_begin(local / k_lanes);
    edge.end = pair_begin(local / k_lanes + 1);
    return edge;
  }

  KOKKOS_INLINE_FUNCTION ShortPair pair_at(const Index local, const Index k) const {
    return pairs(static_cast<std::size_t>(k) * k_lanes + local % k_lanes);
  }

  KOKKOS_INLINE_FUNCTION void load_pairs(const Index local, EdgeData &edge) const {
    const auto zero = static_cast<std::uint16_t>(6 * cluster_tets);
    CURLEW_UNROLL
    for (int p = 0; p < k_pairs; ++p)
      edge.pair[p] =
          edge.begin + p < edge.end ? pair_at(local, edge.begin + p) : pack_shorts(zero, zero);
  }

  KOKKOS_INLINE_FUNCTION void add_up(const Index local, const EdgeData &edge,
                                     const double *sums) const {
    double sum = 0;
    const auto add = [&](const ShortPair pair) {
      sum += sums[unpack_short(pair, 0)];
      sum += sums[unpack_short(pair, 1)];
    };
    CURLEW_UNROLL
    for (int p = 0; p < k_pairs; ++p)
      add(edge.pair[p]);
    for (Index k = edge.begin + k_pairs; k < edge.end; ++k)
      add(pair_at(local, k));
    if (edge.target >= 0)
      r(edge.target) = sum * (1.0 / 3);
  }

  KOKKOS_INLINE_FUNCTION void advance(const Index t, const TetData &tet, const double *x,
                                      const double *e, double *sums,
                                      const std::size_t stride) const {
    TetStep<1> step;
    CURLEW_UNROLL
    for (int d = 0; d < 3; ++d) {
      const double *along = x + d * largest_local_nodes;
      const double start = along[unpack_short(tet.corners, 0)];
      CURLEW_UNROLL
      for (int n = 0; n < 3; ++n)
        step.a[n][d][0] = along[unpack_short(tet.corners, n + 1)] - start;
    }
    double circulation[6][1], curl[3][1], field[3][1];
    CURLEW_UNROLL
    for (int p = 0; p < 3; ++p) {
      circulation[2 * p][0] = e[unpack_short(tet.edge[p], 0)];
      circulation[2 * p + 1][0] = e[unpack_short(tet.edge[p], 1)];
    }
    step.minus_curl(circulation, curl);
    CURLEW_UNROLL
    for (int d = 0; d < 3; ++d)
      field[d][0] = tet.h[d];
    const int row = material.extent(0) > 0 ? material(t) : 0;
    add_response(&inverse_mu(6 * row), isotropic_mu, curl, 0, field);
    for (int d = 0; d < 3; ++d)
      h(d * stride + t) = field[d][0];
    step.contribute(field, sums, k_lanes);
  }
};

} // namespace curlew::dgatd
