#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <vector>

namespace curlew::dgtd {

// Sends each rank its part of what the root found on walls of the whole problem: impedances, ports
// and imposed fields. A face belongs to the rank that owns its tet; what is not of faces (an
// impedance, the mode of a port, the profiles of layers) all ranks get. `owner`: tet -> rank, at
// the root. `part` knows its ranks. Collective.
void share_walls(const Problem &whole, const std::vector<int> &owner, Problem &part);

} // namespace curlew::dgtd
