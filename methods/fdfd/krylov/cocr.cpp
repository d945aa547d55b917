#include <curlew/solvers/krylov/fused/cocr.hpp>

#include <curlew/methods/fdfd/krylov/krylov.hpp>
#include <curlew/methods/fdfd/krylov/share_stepper.hpp>

namespace curlew::fdfd {

template <class Space>
void solve_cocr(const Space &space, const System<Space> &system, const Vector<Space> &f,
                const Vector<Space> &x, const SolveOptions &options, SolveReport &report,
                const ApplyFunction<Space> &apply, const Shares<Space> &shares) {
  run_krylov<Cocr>(space, system, f, x, options, report, apply, shares);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void solve_cocr<Space>(const Space &, const System<Space> &, const Vector<Space> &,     \
                                  const Vector<Space> &, const SolveOptions &, SolveReport &,      \
                                  const ApplyFunction<Space> &, const Shares<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
