#pragma once

#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <vector>

namespace curlew::dgtd {

// Returns the largest |E| of `field` at the barycentres of this rank's tets, [tet][component], or
// the first that is not finite, and where it is.
LargestField largest_of(const Problem &problem, const std::vector<double> &field);

} // namespace curlew::dgtd
