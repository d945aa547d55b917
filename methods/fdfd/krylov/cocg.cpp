#include <curlew/solvers/krylov/fused/cocg.hpp>

#include <curlew/methods/fdfd/krylov/krylov.hpp>

namespace curlew::fdfd {

template <class Space>
void solve_cocg(const Space &space, const System<Space> &system, const Vector<Space> &f,
                const Vector<Space> &x, const SolveOptions &options, SolveReport &report,
                const ApplyFunction<Space> &apply) {
  using Method = Cocg<Stepper<Space>>;
  Stepper<Space> stepper(space, system, apply);
  Method method(stepper, x);
  KrylovLoop<Stepper<Space>, Method>(stepper, f, x, options, report, method).run();
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void solve_cocg<Space>(const Space &, const System<Space> &, const Vector<Space> &,     \
                                  const Vector<Space> &, const SolveOptions &, SolveReport &,      \
                                  const ApplyFunction<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
