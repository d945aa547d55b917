#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <vector>

namespace curlew::dgtd {

// Sends each rank its part of the impedances, ports and imposed fields that the root found on walls
// of the whole problem. A face belongs to the rank that owns its tet; all ranks get the data that
// do not belong to faces (an impedance, the mode of a port, the profiles of layers). `owner`: tet
// -> rank, at the root. `part` has its ranks set. Collective.
void share_walls(const Problem &whole, const std::vector<int> &owner, Problem &part);

} // namespace curlew::dgtd
