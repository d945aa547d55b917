#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <vector>

namespace curlew {

// Returns pairs (lower, higher) of nodes at most the tolerance apart, sorted. Only pairs of `nodes`
// (each at most once) are found. Several nodes at one point: each but the lowest is the higher one
// of a pair.
std::vector<std::array<Index, 2>> close_nodes(const std::vector<Point> &points,
                                              const std::vector<Index> &nodes, double tolerance_m,
                                              int threads = 0);

} // namespace curlew
