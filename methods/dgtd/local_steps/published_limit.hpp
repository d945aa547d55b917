#pragma once

#include <curlew/methods/dgtd/local_steps/filtered_limit.hpp>

namespace curlew::dgtd {

// Returns the largest coarse step of the published local steps, s. Their system is not symmetric,
// so random fields are stepped and their growth is measured, between half of `plain_dt_s`, the
// limit without local steps, and the smallest class' limit times all ratios. Throws NotConverged
// where fields grow down to 0.4 of `plain_dt_s`. Collective.
template <class Space>
double published_limit(const Space &space, const Problem &problem, const StepClasses &classes,
                       double plain_dt_s);

// Returns the largest squared norm of E over the last half of some coarse steps from a random
// start, over that of the first half. Collective.
template <class Space>
double published_growth(const Space &space, const Problem &problem, const StepClasses &classes,
                        double dt_s, int steps);

} // namespace curlew::dgtd
