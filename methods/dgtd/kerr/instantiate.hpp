#pragma once

#include <curlew/methods/dgtd/kerr/kerr_kernel.hpp>
#include <curlew/methods/dgtd/kerr/nodal_kernel.hpp>
#include <curlew/methods/dgtd/kerr/solve_kerr.hpp>

namespace curlew::dgtd {

template <class Space, int Blocks, class Functions, NonlinearForm form>
void launch_kerr(const Space &space, const KerrTables<Space> &tables,
                 const NonlinearChoices &choices, const Kokkos::View<double *, Space> &e) {
  const KerrKernel<Space, Blocks, form, Functions> kernel{
      tables, e, choices.solver == NonlinearSolver::newton, choices.tolerance,
      choices.max_iterations};
  Kokkos::parallel_for("curlew::dgtd::kerr",
                       RangePolicy<Space>(space, 0, tables.count / Packs<Space>::k_lanes), kernel);
}

template <class Space, int Blocks>
void launch_nodal(const Space &space, const KerrTables<Space> &tables,
                  const Kokkos::View<double *, Space> &e) {
  Kokkos::parallel_for("curlew::dgtd::kerr_nodal",
                       RangePolicy<Space>(space, 0, tables.count / Packs<Space>::k_lanes),
                       NodalKerrKernel<Space, Blocks>{tables, e});
}

template <class Space, int Blocks, class Functions>
void launch_iterations(const Space &space, const KerrTables<Space> &tables,
                       const NonlinearChoices &choices, const Kokkos::View<double *, Space> &e) {
  switch (choices.form) {
  case NonlinearForm::exact:
    return launch_kerr<Space, Blocks, Functions, NonlinearForm::exact>(space, tables, choices, e);
  case NonlinearForm::midpoint:
    return launch_kerr<Space, Blocks, Functions, NonlinearForm::midpoint>(space, tables, choices,
                                                                          e);
  default:
    return launch_kerr<Space, Blocks, Functions, NonlinearForm::energy>(space, tables, choices, e);
  }
}

template <class Space, int Blocks>
void solve_kerr_of(const Space &space, const KerrTables<Space> &tables,
                   const NonlinearChoices &choices, const Kokkos::View<double *, Space> &e) {
  if constexpr (Blocks == 2 || Blocks == 5) // full spaces
    if (choices.solver == NonlinearSolver::closed_form)
      return launch_nodal<Space, Blocks>(space, tables, e);
  if constexpr (Blocks <= 2)
    if (tables.stored_values.extent(0) > 0)
      return solve_stored_kerr_of<Space, Blocks>(space, tables, choices, e);
  launch_iterations<Space, Blocks, SharedFunctions<Space>>(space, tables, choices, e);
}

} // namespace curlew::dgtd

// Defines solve_kerr_of for a space of functions on every backend.
#define CURLEW_KERR_SPACE(blocks) CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE_KERR_##blocks)
#define CURLEW_INSTANTIATE_KERR(Space, blocks)                                                     \
  template void solve_kerr_of<Space, blocks>(const Space &, const KerrTables<Space> &,             \
                                             const NonlinearChoices &,                             \
                                             const Kokkos::View<double *, Space> &);
#define CURLEW_INSTANTIATE_KERR_1(Space) CURLEW_INSTANTIATE_KERR(Space, 1)
#define CURLEW_INSTANTIATE_KERR_2(Space) CURLEW_INSTANTIATE_KERR(Space, 2)
#define CURLEW_INSTANTIATE_KERR_3(Space) CURLEW_INSTANTIATE_KERR(Space, 3)
#define CURLEW_INSTANTIATE_KERR_5(Space) CURLEW_INSTANTIATE_KERR(Space, 5)
