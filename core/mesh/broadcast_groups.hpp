#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/mpi/communicator.hpp>

#include <vector>

namespace curlew {

// Returns the root's groups of a mesh, on every rank. Collective.
std::vector<MeshGroup> broadcast_groups(const std::vector<MeshGroup> &groups,
                                        const Communicator &ranks);

} // namespace curlew
