#include <curlew/methods/dgtd/kerr/instantiate.hpp>

namespace curlew::dgtd {

template <class Space, int Blocks>
void solve_stored_kerr_of(const Space &space, const KerrTables<Space> &tables,
                          const NonlinearChoices &choices, const Kokkos::View<double *, Space> &e) {
  launch_iterations<Space, Blocks, StoredFunctions<Space>>(space, tables, choices, e);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void solve_stored_kerr_of<Space, 1>(const Space &, const KerrTables<Space> &,           \
                                               const NonlinearChoices &,                           \
                                               const Kokkos::View<double *, Space> &);             \
  template void solve_stored_kerr_of<Space, 2>(const Space &, const KerrTables<Space> &,           \
                                               const NonlinearChoices &,                           \
                                               const Kokkos::View<double *, Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
