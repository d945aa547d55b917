#pragma once

#include <curlew/core/mesh/topology.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

struct Case;

// Returns a warning that names the surface groups with faces between solved tets that neither
// "boundaries" nor "outputs" of the case name: fields pass through them. Empty where there are
// none. A face that is in a named group too does not count.
//
// `triangle_faces`: the face of each triangle; `solved`: tets that are no perfect conductors.
// Throws InputError with the same text where the case says "unnamed": "error".
std::string unnamed_groups_warning(const Case &input, const TetMesh &mesh,
                                   const TetTopology &topology,
                                   const std::vector<Index> &triangle_faces,
                                   const std::vector<std::uint8_t> &solved);

} // namespace curlew
