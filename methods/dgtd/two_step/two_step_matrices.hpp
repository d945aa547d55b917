#pragma once

#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/dgtd/update_options.hpp>

#include <vector>

namespace curlew::dgtd {

// Places of the matrices of one tet and side in the two-step form of dfdd, as one row of numbers; n
// functions, nf with a trace on a face: now n x n, before n x n, wall n x n, traces 4 (n x nf).
struct TwoStepRow {
  int n = 0, nf = 0;

  KOKKOS_INLINE_FUNCTION int now(int i, int j) const { return i * n + j; }
  KOKKOS_INLINE_FUNCTION int before(int i, int j) const { return (n + i) * n + j; }
  KOKKOS_INLINE_FUNCTION int wall(int i, int j) const { return (2 * n + i) * n + j; }
  KOKKOS_INLINE_FUNCTION int trace(int face, int i, int j) const {
    return 3 * n * n + (face * n + i) * nf + j;
  }
  KOKKOS_INLINE_FUNCTION int size() const { return 3 * n * n + 4 * n * nf; }
};

TwoStepRow two_step_shape(const Problem &problem);

// Returns the matrices of Newmark's method with beta = 1/4 for the equation of second order of one
// field, whose surface term is the other field behind the faces @cite meng2015 (4.18-4.32):
//   x1 = A1 x0 - A2 x- + P (y+ - y+-),  A0 = M / dt^2 + S / 4 + B / (2 dt),
//   A1 = A0^-1 (2 M / dt^2 - S / 2),  A2 = A0^-1 (M / dt^2 + S / 4 - B / (2 dt)),
// each by quadrature of the equation. Only the matrices of faces are those of the summed form. B is
// that of absorbing walls; other walls multiply the tet's own y by `wall`.
std::vector<double> two_step_matrices(const Problem &problem, Index tet, Side side, double dt_s);

// Returns what a current of unit amplitude adds: in the equation of E times the change of its
// waveform over the step before; in that of H, whose right side is the curl of J / eps, times the
// sum of the waveform at both times.
std::vector<double> two_step_current(const Problem &problem, Index tet, Side side, double dt_s,
                                     const TetCurrent &current);

} // namespace curlew::dgtd
