#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fem/assembly/pattern.hpp>

namespace curlew::fem {

// Pattern in the memory of a space.
template <class Space> struct SpacePattern {
  Kokkos::View<Offset *, Space> row_begin; // rows + 1
  Kokkos::View<Index *, Space> columns;
  // Row i has the tets at tet_begin(i) ... tet_begin(i + 1) of row_tets, rising.
  Kokkos::View<Offset *, Space> tet_begin;
  Kokkos::View<Index *, Space> row_tets;
  Index rows() const { return static_cast<Index>(row_begin.extent(0)) - 1; }
};

template <class Space> using RowsOfTets = Kokkos::View<Index **, Kokkos::LayoutRight, Space>;

// make_pattern() by kernels of the space, with the same result. `tet_rows`: TetTables::rows. Waits.
template <class Space>
SpacePattern<Space> make_pattern(const Space &space, const RowsOfTets<Space> &tet_rows, Index rows);

template <class Space> SpacePattern<Space> to_space_pattern(const Pattern &pattern);

} // namespace curlew::fem
