#pragma once

#include <curlew/methods/fdfd/krylov/krylov.hpp>
#include <curlew/methods/fdfd/krylov/scaled_stepper.hpp>
#include <curlew/solvers/krylov/fused/krylov_loop.hpp>

namespace curlew::fdfd {

// Runs a method of solvers/krylov/fused on A x = f with the stepper of A, with `scales` as a
// preconditioner where there are some.
template <template <class> class Method, class Of, class Space>
void iterate_by(Of &stepper, const Vector<Space> &f, const Vector<Space> &x,
                const SolveOptions &options, SolveReport &report, const RowScales<Space> &scales) {
  const auto run = [&](auto &of_rows, const Vector<Space> &right_hand_side) {
    using OfMethod = std::decay_t<decltype(of_rows)>;
    Method<OfMethod> method(of_rows, x);
    KrylovLoop<OfMethod, Method<OfMethod>>(of_rows, right_hand_side, x, options, report, method)
        .run();
  };
  if (scales.extent(0) == 0) {
    run(stepper, f);
    return;
  }
  ScaledStepper<Of> scaled(stepper, scales);
  run(scaled, scaled.times_scales(f));
}

template <template <class> class Method, class Space>
void solve_by(const Space &space, const System<Space> &system, const Vector<Space> &f,
              const Vector<Space> &x, const SolveOptions &options, SolveReport &report,
              const ApplyFunction<Space> &apply, const RowScales<Space> &scales) {
  Stepper<Space> stepper(space, system, apply);
  iterate_by<Method>(stepper, f, x, options, report, scales);
}

} // namespace curlew::fdfd

// Defines a solver of krylov.hpp by its Method; each has a source of its own, so that their kernels
// compile side by side.
#define CURLEW_DEFINE_SOLVER(solve, Method)                                                        \
  template <class Space>                                                                           \
  void solve(const Space &space, const System<Space> &system, const Vector<Space> &f,              \
             const Vector<Space> &x, const SolveOptions &options, SolveReport &report,             \
             const ApplyFunction<Space> &apply, const RowScales<Space> &scales) {                  \
    solve_by<Method>(space, system, f, x, options, report, apply, scales);                         \
  }
#define CURLEW_INSTANTIATE_SOLVER(solve, Space)                                                    \
  template void solve<Space>(const Space &, const System<Space> &, const Vector<Space> &,          \
                             const Vector<Space> &, const SolveOptions &, SolveReport &,           \
                             const ApplyFunction<Space> &, const RowScales<Space> &);
