#pragma once

#include <curlew/core/parallel/kokkos_compat.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/dgatd/problem.hpp>

#include <Kokkos_Core.hpp>

namespace curlew::dgatd {

// r = C~ f: the circulation of H around the dual face of each edge, a signed sum of fractions.
template <class Space> struct FractionCurl {
  Kokkos::View<const Offset *, Space> offsets;        // edge -> its entries
  Kokkos::View<const std::uint32_t *, Space> entries; // 2 fraction + (1 where it counts negative)
  Kokkos::View<const double *, Space> fractions;
  Kokkos::View<double *, Space> r;

  KOKKOS_INLINE_FUNCTION void operator()(const Index edge) const {
    double sum = 0;
    for (Offset at = offsets(edge); at < offsets(edge + 1); ++at) {
      const double f = fractions(entries(at) >> 1);
      sum += entries(at) & 1u ? -f : f;
    }
    r(edge) = sum;
  }
};

// Ampere's law, @cite cicuttin2018 (eq. 6): u += A r - D u with dense blocks for each dual volume,
// A = (M/dt + L/2)^-1 and, where there are losses, D = A L. One thread per row, column-major.
template <class Space> struct BlockAmpere {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Scratch = Kokkos::View<double *, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  // A node's rows are processed by the vector lanes of one thread: most nodes have 13 to 14 rows.
  static constexpr int k_nodes_per_team = 8;
  static constexpr int k_threads = is_device<Space> ? k_nodes_per_team : 1;
  static constexpr int k_rows = is_device<Space> ? 16 : 1;

  Kokkos::View<const Offset *, Space> first_half;    // node -> its half edges
  Kokkos::View<const Offset *, Space> first_entry;   // node -> its block
  Kokkos::View<const Offset *, Space> first_damping; // node -> its damping block, -1: none
  Kokkos::View<const Index *, Space> half_edge;      // half -> edge
  Kokkos::View<const double *, Space> block, damping;
  Kokkos::View<const double *, Space> r;
  Kokkos::View<double *, Space> u;
  Index node_count = 0;
  int largest_degree = 0;

  void launch(const Space &space) const {
    const Index teams = (node_count + k_nodes_per_team - 1) / k_nodes_per_team;
    Kokkos::parallel_for(
        "curlew::dgatd::block_ampere",
        compat::light_weight(
            Kokkos::TeamPolicy<Space>(space, teams, k_threads, k_rows)
                .set_scratch_size(0, Kokkos::PerThread(Scratch::shmem_size(largest_degree)))),
        *this);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Index first = team.league_rank() * k_nodes_per_team;
    const Index last =
        first + k_nodes_per_team < node_count ? first + k_nodes_per_team : node_count;
    const Scratch change(team.thread_scratch(0), largest_degree);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, last),
                         [&](const Index node) { advance_node(team, node, change); });
  }

  KOKKOS_INLINE_FUNCTION void advance_node(const Team &team, const Index node,
                                           const Scratch &change) const {
    const Offset first = first_half(node), damped = first_damping(node);
    const int degree = static_cast<int>(first_half(node + 1) - first);
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, degree), [&](const int row) {
      double sum = 0;
      const double *entry = block.data() + first_entry(node) + row;
      for (int column = 0; column < degree; ++column, entry += degree)
        sum += *entry * r(half_edge(first + column));
      if (damped >= 0) {
        entry = damping.data() + damped + row;
        for (int column = 0; column < degree; ++column, entry += degree)
          sum -= *entry * u(first + column);
      }
      change(row) = sum;
    });
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, degree),
                         [&](const int row) { u(first + row) += change(row); });
  }
};

} // namespace curlew::dgatd
