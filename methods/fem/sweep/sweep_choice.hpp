#pragma once

#include <curlew/io/results/summary.hpp>
#include <curlew/methods/fem/sweep/reduced_sweep.hpp>

#include <memory>

namespace curlew::fem {

// The reduced-order model for the adaptive sweep of a case; none where it needs a rational fit of
// S: where the matrix is no sum of constant ones with factors (why_not_affine), or where the modes
// of ports change too much. The log and "sweep" of the summary say which, and why. `system` has no
// matrix set afterwards; all but `summary` must stay.
std::unique_ptr<ReducedSweep> choose_sweep(const Case &input, const Problem &problem,
                                           const std::vector<Port> &ports, PortNetwork &network,
                                           EquationSystem &system, Summary &summary);

// Says that a sweep is by a rational fit.
void report_rational_sweep(const std::string &reason, Summary &summary);

} // namespace curlew::fem
