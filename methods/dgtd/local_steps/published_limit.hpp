#pragma once

#include <curlew/methods/dgtd/local_steps/filtered_limit.hpp>

namespace curlew::dgtd {

// The largest coarse step of the published local steps, s: its system is not symmetric, so that
// random fields are stepped and their growth is watched, between half of `plain_dt_s`, the limit
// without local steps, and the smallest class' limit times all ratios. Throws NotConverged where
// they grow at half of `plain_dt_s` too. Collective.
template <class Space>
double published_limit(const Space &space, const Problem &problem, const StepClasses &classes,
                       double plain_dt_s);

// The largest squared norm of E over the last half of some coarse steps from a random start, over
// that of the half before. Collective.
template <class Space>
double published_growth(const Space &space, const Problem &problem, const StepClasses &classes,
                        double dt_s, int steps);

} // namespace curlew::dgtd
