#pragma once

#include <curlew/methods/fdfd/ranks/coupled_slab_stepper.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>

namespace curlew::fdfd {

// The solvers of krylov/krylov.hpp on a slab: f and x are the slab's. Collective. All ranks take
// the same decisions, since they have the same sums.
template <class Space>
void solve_cocg(SlabStepper<Space> &stepper, const Vector<Space> &f, const Vector<Space> &x,
                const SolveOptions &options, SolveReport &report, const RowScales<Space> &scales);
template <class Space>
void solve_cocr(SlabStepper<Space> &stepper, const Vector<Space> &f, const Vector<Space> &x,
                const SolveOptions &options, SolveReport &report, const RowScales<Space> &scales);
template <class Space>
void solve_bicgstab(SlabStepper<Space> &stepper, const Vector<Space> &f, const Vector<Space> &x,
                    const SolveOptions &options, SolveReport &report,
                    const RowScales<Space> &scales);
// The same with couplings.
template <class Space>
void solve_cocg(CoupledSlabStepper<Space> &stepper, const Vector<Space> &f, const Vector<Space> &x,
                const SolveOptions &options, SolveReport &report, const RowScales<Space> &scales);
template <class Space>
void solve_cocr(CoupledSlabStepper<Space> &stepper, const Vector<Space> &f, const Vector<Space> &x,
                const SolveOptions &options, SolveReport &report, const RowScales<Space> &scales);
template <class Space>
void solve_bicgstab(CoupledSlabStepper<Space> &stepper, const Vector<Space> &f,
                    const Vector<Space> &x, const SolveOptions &options, SolveReport &report,
                    const RowScales<Space> &scales);

} // namespace curlew::fdfd

// Defines a solver by its Method and stepper; each has a source of its own, so that their kernels
// compile side by side.
#define CURLEW_DEFINE_SLAB_SOLVER(solve, Method, SlabStepper)                                      \
  template <class Space>                                                                           \
  void solve(SlabStepper<Space> &stepper, const Vector<Space> &f, const Vector<Space> &x,          \
             const SolveOptions &options, SolveReport &report, const RowScales<Space> &scales) {   \
    iterate_by<Method>(stepper, f, x, options, report, scales);                                    \
  }
#define CURLEW_INSTANTIATE_SLAB_SOLVER(solve, SlabStepper, Space)                                  \
  template void solve<Space>(SlabStepper<Space> &, const Vector<Space> &, const Vector<Space> &,   \
                             const SolveOptions &, SolveReport &, const RowScales<Space> &);
