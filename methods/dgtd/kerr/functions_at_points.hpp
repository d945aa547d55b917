#pragma once

#include <curlew/methods/dgtd/kerr/kerr_tables.hpp>

namespace curlew::dgtd {

// Access of a kernel to the functions of Packs::k_lanes tets at the points of the rule. Component c
// of function i at point q in a lane is at(tables, first, q, i)[k_component * c + k_lane * lane].

// Functions on the reference tet: covariant components, which all tets share; each tet has its
// metric.
template <class Space> struct SharedFunctions {
  static constexpr bool k_stored = false;
  static constexpr int k_component = 1, k_lane = 0;
  KOKKOS_INLINE_FUNCTION static const double *at(const KerrTables<Space> &tables, Index, int q,
                                                 int i) {
    return &tables.values((static_cast<Offset>(q) * tables.n + i) * 3);
  }
};

// Functions in the tet itself, and the constituent matrices of each point, w |det J| N_i . N_j,
// read from memory: as published @cite meng2015, section 5.3.
template <class Space> struct StoredFunctions {
  using Layout = Packs<Space>;
  static constexpr bool k_stored = true;
  static constexpr int k_component = Layout::k_pack, k_lane = 1;
  KOKKOS_INLINE_FUNCTION static const double *at(const KerrTables<Space> &tables, Index first,
                                                 int q, int i) {
    return &tables.stored_values(
        Layout::at(first, (q * tables.n + i) * 3, tables.points * tables.n * 3));
  }
  // Returns entry packed(i, j) of point q, of each lane.
  KOKKOS_INLINE_FUNCTION static const double *product(const KerrTables<Space> &tables, Index first,
                                                      int q, int pair) {
    const int pairs = tables.n * (tables.n + 1) / 2;
    return &tables.stored_products(Layout::at(first, q * pairs + pair, tables.points * pairs));
  }
};

} // namespace curlew::dgtd
