#pragma once

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

// Ampere's law, @cite cicuttin2018 (eq. 6): u += A r - D u with dense blocks per dual volume,
// A = (M/dt + L/2)^-1 and, where there are losses, D = A L. One thread per row, column-major.
template <class Space> struct BlockAmpere {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Scratch = Kokkos::View<double *, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  Kokkos::View<const Offset *, Space> first_half;    // node -> its half edges
  Kokkos::View<const Offset *, Space> first_entry;   // node -> its block
  Kokkos::View<const Offset *, Space> first_damping; // node -> its damping block, -1: none
  Kokkos::View<const Index *, Space> half_edge;      // half -> edge
  Kokkos::View<const double *, Space> block, damping;
  Kokkos::View<const double *, Space> r;
  Kokkos::View<double *, Space> u;
  int largest_degree = 0;

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Index node = team.league_rank();
    const Offset first = first_half(node);
    const int degree = static_cast<int>(first_half(node + 1) - first);
    Scratch change(team.team_scratch(0), largest_degree);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, degree), [&](const int row) {
      double sum = 0;
      const double *entry = block.data() + first_entry(node) + row;
      for (int column = 0; column < degree; ++column, entry += degree)
        sum += *entry * r(half_edge(first + column));
      if (first_damping(node) >= 0) {
        entry = damping.data() + first_damping(node) + row;
        for (int column = 0; column < degree; ++column, entry += degree)
          sum -= *entry * u(first + column);
      }
      change(row) = sum;
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, degree),
                         [&](const int row) { u(first + row) += change(row); });
  }
};

} // namespace curlew::dgatd
