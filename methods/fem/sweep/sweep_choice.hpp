#pragma once

#include <curlew/io/results/summary.hpp>
#include <curlew/methods/fem/sweep/reduced_sweep.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>

#include <memory>

namespace curlew::fem {

// Returns the reduced-order model for the adaptive sweep of a case. Returns none where the sweep
// needs a rational fit of S: where the matrix is no sum of constant matrices with factors
// (why_not_affine), or where the modes of ports change too much. The choice and its reason go to
// the log and to "sweep" of the summary, its time to a phase of its own. `system` has no matrix set
// afterwards; all arguments but `driver` must outlive the model.
std::unique_ptr<ReducedSweep> choose_sweep(const Case &input, const Problem &problem,
                                           const std::vector<Port> &ports, PortNetwork &network,
                                           EquationSystem &system, FrequencyDriver &driver);

// Reports that a sweep is by a rational fit.
void report_rational_sweep(const std::string &reason, Summary &summary);

} // namespace curlew::fem
