#include <curlew/methods/dgtd/kerr/solve_kerr.hpp>

namespace curlew::dgtd {

template <class Space>
void solve_kerr(const Space &space, const KerrTables<Space> &tables,
                const NonlinearChoices &choices, const Kokkos::View<double *, Space> &e) {
  switch (tables.n) {
  case basis_size<3>(1):
    return solve_kerr_of<Space, 1>(space, tables, choices, e);
  case basis_size<3>(2):
    return solve_kerr_of<Space, 2>(space, tables, choices, e);
  case basis_size<3>(3):
    return solve_kerr_of<Space, 3>(space, tables, choices, e);
  case basis_size<3>(5):
    return solve_kerr_of<Space, 5>(space, tables, choices, e);
  default:
    return solve_kerr_of_high_order(space, tables, choices, e);
  }
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void solve_kerr<Space>(const Space &, const KerrTables<Space> &,                        \
                                  const NonlinearChoices &,                                        \
                                  const Kokkos::View<double *, Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
