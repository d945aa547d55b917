#pragma once

#include <curlew/methods/fdfd/krylov/stepper.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>

namespace curlew::fdfd {

// Solvers of A x = f from the x given, with A as the variant computes it (without a function: the
// fused kernel), by the algorithms of solvers/krylov/fused. Both vectors hold 0 where entries are
// fixed. Each solver stops on its own residual and then computes f - A x itself; where rounding has
// separated the two, it restarts from x, a few times. A solver throws NotConverged, after filling
// the report, when the restarts do not help, when the iterations are used up or the method breaks
// down. With `scales`, one for each unknown, rows and residuals are times them (ScaledStepper).

// Solves by conjugate orthogonal conjugate gradients, @cite vandervorst1990: two kernels, ten
// sweeps over vectors at most, x updated every second iteration. Needs a symmetric A; without a
// Bloch phase A is symmetric in the bilinear form with the entries' volumes.
template <class Space>
void solve_cocg(const Space &space, const System<Space> &system, const Vector<Space> &f,
                const Vector<Space> &x, const SolveOptions &options, SolveReport &report,
                const ApplyFunction<Space> &apply = {}, const RowScales<Space> &scales = {});

// Solves by conjugate orthogonal conjugate residuals, @cite sogabe2007: a smoother residual for two
// more sweeps.
template <class Space>
void solve_cocr(const Space &space, const System<Space> &system, const Vector<Space> &f,
                const Vector<Space> &x, const SolveOptions &options, SolveReport &report,
                const ApplyFunction<Space> &apply = {}, const RowScales<Space> &scales = {});

// Solves by BiCGStab, @cite vandervorst1992, in two kernels; for any A.
template <class Space>
void solve_bicgstab(const Space &space, const System<Space> &system, const Vector<Space> &f,
                    const Vector<Space> &x, const SolveOptions &options, SolveReport &report,
                    const ApplyFunction<Space> &apply = {}, const RowScales<Space> &scales = {});

// Fewest bytes that an iteration moves per cell with the fused kernel: a sweep is 3 * 16.
constexpr double k_cocg_bytes = 9 * 48 + 6; // p, q, r and every second time x; three ids
constexpr double k_cocr_bytes = 12 * 48 + 6;
constexpr double k_bicgstab_bytes = 14 * 48 + 12; // for two products
// Bytes of the scales of edges and of the right-hand side times them.
constexpr double k_scales_bytes = 24 + 48;
// Bytes that fractions of the copy bandwidth refer to: x updated in every iteration.
constexpr double k_cocg_yardstick_bytes = 486;

} // namespace curlew::fdfd
