#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <vector>

namespace curlew::dgtd {

// The unknowns in a tet of what all polynomials of one degree less than the functions hold of a
// field, by L2: how the variant stored starts a double.
std::vector<double> lower_degree_part(const Problem &problem, Index tet,
                                      const std::vector<double> &field);

} // namespace curlew::dgtd
