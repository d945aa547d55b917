#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <cstdint>

namespace curlew {

// Makes a box of cells[0] x cells[1] x cells[2] bricks, each cut into the six Kuhn tets around its
// main diagonal (conforming). size_m and origin_m in m. Nodes that are not on the boundary are
// moved in each direction by a uniform random fraction in [-jitter, jitter] of the cell; a node
// whose tets would get thinner than a tenth of their unmoved volume is moved less. The result
// depends on the arguments alone: same numbers on every platform, for every number of threads (0:
// all).
//
// Groups: 0 `volume` (dimension 3, tag 1); 1..6 `x-`, `x+`, `y-`, `y+`, `z-`, `z+` (dimension 2,
// tags 1..6), whose triangles cover the boundary.
//
// Throws InputError for a size, count or jitter (in [0, 0.5)) out of range, ResourceError when the
// counts do not fit an Index.
TetMesh make_box(const std::array<double, 3> &size_m, const std::array<Index, 3> &cells,
                 const std::array<double, 3> &origin_m, double jitter, std::uint64_t seed,
                 int threads = 0);

} // namespace curlew
