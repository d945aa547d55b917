#include <curlew/methods/dgtd/kerr/instantiate.hpp>
#include <curlew/methods/dgtd/kerr/team_kernel.hpp>

namespace curlew::dgtd {
namespace {

template <class Space, NonlinearForm form>
void launch_team(const Space &space, const KerrTables<Space> &tables,
                 const NonlinearChoices &choices, const Kokkos::View<double *, Space> &e) {
  using Kernel = TeamKerrKernel<Space, form>;
  const Kernel kernel{tables, e, choices.solver == NonlinearSolver::newton, choices.tolerance,
                      choices.max_iterations};
  const auto bytes = static_cast<int>(sizeof(double) * kernel.scratch_doubles());
  Kokkos::parallel_for("curlew::dgtd::kerr_team",
                       Kokkos::TeamPolicy<Space>(space, tables.count, Kernel::k_team)
                           .set_scratch_size(1, Kokkos::PerTeam(bytes)),
                       kernel);
}

} // namespace

template <class Space>
void solve_kerr_of_high_order(const Space &space, const KerrTables<Space> &tables,
                              const NonlinearChoices &choices,
                              const Kokkos::View<double *, Space> &e) {
  if (choices.solver == NonlinearSolver::closed_form)
    return tables.n == space_size<3>(k_bernstein + 3)
               ? launch_nodal<Space, k_bernstein + 3>(space, tables, e)
               : launch_nodal<Space, k_bernstein + 4>(space, tables, e);
  switch (choices.form) {
  case NonlinearForm::exact:
    return launch_team<Space, NonlinearForm::exact>(space, tables, choices, e);
  case NonlinearForm::midpoint:
    return launch_team<Space, NonlinearForm::midpoint>(space, tables, choices, e);
  default:
    return launch_team<Space, NonlinearForm::energy>(space, tables, choices, e);
  }
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void solve_kerr_of_high_order<Space>(const Space &, const KerrTables<Space> &,          \
                                                const NonlinearChoices &,                          \
                                                const Kokkos::View<double *, Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
