#pragma once

#include <curlew/methods/dgtd/problem.hpp>

namespace curlew::dgtd {

// Returns the unknowns of D / eps0 of a tet (V): the projection of (eps_r + chi3 |E|^2) E, for E
// given by its unknowns.
std::vector<double> displacement_of(const Problem &problem, Index tet,
                                    const std::vector<double> &e);

} // namespace curlew::dgtd
