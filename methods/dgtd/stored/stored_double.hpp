#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <vector>

namespace curlew::dgtd {

// Returns the unknowns in a tet of the L2 projection of a field to all polynomials of one degree
// less than the functions: the start of a double in the variant stored.
std::vector<double> lower_degree_part(const Problem &problem, Index tet,
                                      const std::vector<double> &field);

} // namespace curlew::dgtd
