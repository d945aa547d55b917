#pragma once

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/dgtd/problem.hpp>

#include <cstdint>
#include <vector>

namespace curlew::dgtd {

// The slots behind the faces of each slot, the faces there, and the unknowns on each face of a tet:
// tables of the variants with stored matrices.
template <class Space> struct NeighbourTables {
  Kokkos::View<const Index *, Space> neighbours;
  Kokkos::View<const std::int8_t *, Space> local;
  Kokkos::View<const int *, Space> numbers;
};

template <class Space>
NeighbourTables<Space> make_neighbour_tables(const Problem &problem, const Slots &slots) {
  using Layout = Packs<Space>;
  std::vector<Index> neighbours(4 * static_cast<std::size_t>(slots.size()));
  std::vector<std::int8_t> local(neighbours.size(), 0);
  for (Index slot = 0; slot < slots.size(); ++slot)
    for (int f = 0; f < 4; ++f) {
      const Index tet = slots.tet[slot];
      const Offset at = Layout::at(slot, f, 4);
      neighbours[at] = tet < 0 ? slot : slots.of_tet[problem.faces[tet][f].tet];
      local[at] = tet < 0 ? std::int8_t(0) : problem.faces[tet][f].local;
    }
  std::vector<int> numbers;
  for (int face = 0; face < 4; ++face)
    for (int j = 0; j < problem.choices.space.per_triangle(); ++j)
      numbers.push_back(problem.choices.space.trace(face, j));
  return {to_view<Space>("curlew::dgtd::neighbours", neighbours),
          to_view<Space>("curlew::dgtd::local_faces", local),
          to_view<Space>("curlew::dgtd::trace_numbers", numbers)};
}

// Sets the matrices of `count` positions, `size` numbers each, in the layout of a space:
// `tet_of(s)` is the tet at a position (negative: none), `row_of(tet)` its numbers.
template <class Space, class TetOf, class RowOf>
void fill_matrices(std::vector<double> &values, std::size_t count, int size, int threads,
                   const TetOf &tet_of, const RowOf &row_of) {
  parallel_chunks(count, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s) {
      const Index tet = tet_of(s);
      if (tet < 0)
        continue;
      const std::vector<double> row = row_of(tet);
      for (int k = 0; k < size; ++k)
        values[Packs<Space>::at(static_cast<Index>(s), k, size)] = row[k];
    }
  });
}

} // namespace curlew::dgtd
