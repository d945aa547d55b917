#pragma once

#include <curlew/core/mesh/topology.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

struct Case;

// Returns the warnings of a run on tets about its whole mesh: volumes that overlap or touch without
// sharing faces (consistency_warnings()), and parts that no source of the case reaches, because
// they share no face with a tet around a source, both at the case's "mesh"; and surface groups
// without a condition (unnamed_groups_warning(), whose InputError it throws); and flat facets of
// curved walls (flat_facets_warning()). Each is one line.
//
// `triangle_faces`: the face of each triangle; `solved`: tets that are no perfect conductors. Needs
// topology.faces. A source outside of the mesh, or in a group that the mesh lacks, is left to the
// method's own checks.
std::vector<std::string> mesh_warnings(const Case &input, const TetMesh &mesh,
                                       const TetTopology &topology,
                                       const std::vector<Index> &triangle_faces,
                                       const std::vector<std::uint8_t> &solved, int threads = 0);

} // namespace curlew
