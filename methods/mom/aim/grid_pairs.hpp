#pragma once

#include <curlew/methods/mom/aim/aim_tables.hpp>
#include <curlew/methods/mom/fill/near_rows.hpp>

namespace curlew::mom {

// Green's function (without 4 pi) between nodes of the grid, at all differences between two nodes
// of near pairs: -reach ... reach along each axis; k_same_node over the spacing at the difference
// 0.
template <class Space> struct NodeTable {
  Index reach[3], width[3];                   // width = 2 reach + 1
  Kokkos::View<const double *, Space> re, im; // x fastest, with spare entries at the end

  KOKKOS_INLINE_FUNCTION Offset number(Index x, Index y, Index z) const {
    return (static_cast<Offset>(z + reach[2]) * width[1] + y + reach[1]) * width[0] + x + reach[0];
  }
};

// Near pairs p <= q, p no image, the tables for the grid's contribution to them, and the rows that
// it is subtracted from.
template <class Space, class Real> struct GridPairs {
  SurfaceTable<Space> surface;
  NearRows<Space, Real> rows;
  Combination with;
  AimPoints<Space> points;
  NodeTable<Space> table;
  Kokkos::View<const Index *, Space> first, second;
};

// Subtracts the grid's contribution to near pairs from the rows of the near part.
template <class Space, class Real>
void subtract_grid_pairs(const Space &space, const GridPairs<Space, Real> &pairs);

} // namespace curlew::mom
