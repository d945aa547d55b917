#include <curlew/solvers/krylov/fused/bicgstab.hpp>

#include <curlew/methods/fdfd/krylov/krylov.hpp>
#include <curlew/methods/fdfd/krylov/share_stepper.hpp>

namespace curlew::fdfd {

template <class Space>
void solve_bicgstab(const Space &space, const System<Space> &system, const Vector<Space> &f,
                    const Vector<Space> &x, const SolveOptions &options, SolveReport &report,
                    const ApplyFunction<Space> &apply, const Shares<Space> &shares) {
  run_krylov<Bicgstab>(space, system, f, x, options, report, apply, shares);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void solve_bicgstab<Space>(const Space &, const System<Space> &, const Vector<Space> &, \
                                      const Vector<Space> &, const SolveOptions &, SolveReport &,  \
                                      const ApplyFunction<Space> &, const Shares<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
