#pragma once

#include <curlew/methods/dgatd/problem.hpp>
#include <curlew/methods/shared/time/time_values.hpp>

#include <vector>

namespace curlew::dgatd {

// Returns the edge with the largest circulation of E (or the first that is not finite), its
// position and material, for the watchdog. `circulations`: values of every edge of this rank.
LargestField largest_circulation(const Problem &problem, const std::vector<double> &circulations);

} // namespace curlew::dgatd
