#pragma once

#include <curlew/methods/dgtd/kerr/kerr_tables.hpp>

namespace curlew::dgtd {

// Replaces the E of the listed tets, which the linear update has advanced, by that of their
// nonlinear media, and takes their D along. Tells in the tables how each solve ended.
template <class Space>
void solve_kerr(const Space &space, const KerrTables<Space> &tables,
                const NonlinearChoices &choices, const Kokkos::View<double *, Space> &e);

// The same for functions of a space; a source each instantiates it.
template <class Space, int Blocks>
void solve_kerr_of(const Space &space, const KerrTables<Space> &tables,
                   const NonlinearChoices &choices, const Kokkos::View<double *, Space> &e);

// With the constituent matrices that the tables have: first order.
template <class Space, int Blocks>
void solve_stored_kerr_of(const Space &space, const KerrTables<Space> &tables,
                          const NonlinearChoices &choices, const Kokkos::View<double *, Space> &e);

// Of full third and fourth order.
template <class Space>
void solve_kerr_of_high_order(const Space &space, const KerrTables<Space> &tables,
                              const NonlinearChoices &choices,
                              const Kokkos::View<double *, Space> &e);

} // namespace curlew::dgtd
