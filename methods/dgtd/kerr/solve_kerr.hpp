#pragma once

#include <curlew/methods/dgtd/kerr/kerr_tables.hpp>

namespace curlew::dgtd {

// Replaces the E of the listed tets, which the linear update has advanced, by that of their
// nonlinear media, and advances their D. Writes to the tables how each solve ended.
template <class Space>
void solve_kerr(const Space &space, const KerrTables<Space> &tables,
                const NonlinearChoices &choices, const Kokkos::View<double *, Space> &e);

// Does the same for functions of a space; a source file each instantiates it.
template <class Space, int Blocks>
void solve_kerr_of(const Space &space, const KerrTables<Space> &tables,
                   const NonlinearChoices &choices, const Kokkos::View<double *, Space> &e);

// Does the same with the constituent matrices in the tables: first order.
template <class Space, int Blocks>
void solve_stored_kerr_of(const Space &space, const KerrTables<Space> &tables,
                          const NonlinearChoices &choices, const Kokkos::View<double *, Space> &e);

// Does the same for full third and fourth order.
template <class Space>
void solve_kerr_of_high_order(const Space &space, const KerrTables<Space> &tables,
                              const NonlinearChoices &choices,
                              const Kokkos::View<double *, Space> &e);

} // namespace curlew::dgtd
