#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <vector>

namespace curlew::dgtd {

// Returns for each tet the largest eigenvalue of its own block of M_mu^-1 G^T M_eps^-1 G (central
// fluxes, without losses), in 1/s^2: the square of the fastest frequency of its H alone with E of
// itself and of the tets behind its faces. The largest of a set is 0.7 to 0.9 times that of the set
// as a whole (measured). `problem`: the whole problem. The same numbers with any number of threads.
std::vector<double> tet_rates(const Problem &problem);

} // namespace curlew::dgtd
