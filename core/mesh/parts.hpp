#pragma once

#include <curlew/core/mesh/topology.hpp>

#include <cstdint>
#include <vector>

namespace curlew {

// The parts of a mesh: tets of one part are connected through faces that two tets share.
struct MeshParts {
  std::vector<Index> of_tet; // part of each tet, -1 where it is not solved
  Index count = 0;           // parts are numbered by their lowest tets
};

// `solved` (empty: all): other tets belong to no part and connect nothing. Needs topology.faces.
// The same result for any number of threads.
MeshParts find_parts(const TetTopology &topology, const std::vector<std::uint8_t> &solved = {},
                     int threads = 0);

} // namespace curlew
