#pragma once

#include <curlew/methods/dgtd/problem.hpp>

namespace curlew::dgtd {

// Bound of the time step of a problem's scheme (docs/methods/dgtd-notes.md, "Time step"), in 1/s:
//   coupling  the largest singular value of M_eps^-1/2 G M_mu^-1/2; with P for G in dfdd
//   damping   the largest eigenvalue of the penalty (in upwind with conductivities and the rates of
//             networks on walls); 0 without
struct StepLimit {
  double dt_s = 0;
  double coupling = 0, damping = 0;
  double residual = 0;
  int iterations = 0;
};

// Computes the limit by Lanczos' method. Losses and absorbing walls of leapfrog schemes do not
// enter: they act at the middle of a step, which only helps. Collective. Throws NotConverged.
template <class Space>
StepLimit step_limit(const Space &space, const Problem &problem, double tolerance = 1e-4);

} // namespace curlew::dgtd
