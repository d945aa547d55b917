#pragma once

#include <curlew/methods/fdfd/krylov/krylov.hpp>
#include <curlew/solvers/krylov/fused/krylov_loop.hpp>

namespace curlew::fdfd {

// Solves by Method, an algorithm of solvers/krylov/fused.
template <template <class> class Method, class Space>
void solve_by(const Space &space, const System<Space> &system, const Vector<Space> &f,
              const Vector<Space> &x, const SolveOptions &options, SolveReport &report,
              const ApplyFunction<Space> &apply) {
  Stepper<Space> stepper(space, system, apply);
  Method<Stepper<Space>> method(stepper, x);
  KrylovLoop<Stepper<Space>, Method<Stepper<Space>>>(stepper, f, x, options, report, method).run();
}

} // namespace curlew::fdfd

// Defines a solver of krylov.hpp by its Method; each has a source of its own, so that their kernels
// compile side by side.
#define CURLEW_DEFINE_SOLVER(solve, Method)                                                        \
  template <class Space>                                                                           \
  void solve(const Space &space, const System<Space> &system, const Vector<Space> &f,              \
             const Vector<Space> &x, const SolveOptions &options, SolveReport &report,             \
             const ApplyFunction<Space> &apply) {                                                  \
    solve_by<Method>(space, system, f, x, options, report, apply);                                 \
  }
#define CURLEW_INSTANTIATE_SOLVER(solve, Space)                                                    \
  template void solve<Space>(const Space &, const System<Space> &, const Vector<Space> &,          \
                             const Vector<Space> &, const SolveOptions &, SolveReport &,           \
                             const ApplyFunction<Space> &);
