#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

enum class PartitionMethod {
  metis,   // few edges between parts, @cite karypis1998 on the graph of nodes or tets
  spatial, // consecutive ones: compact parts where the mesh is ordered along a curve
};

// Parses "auto" (METIS where it is compiled in, else spatial), "metis", "spatial". Throws
// InputError for another name, NotCompiled for METIS in a program without it.
PartitionMethod parse_partition_method(const std::string &name);
std::string to_string(PartitionMethod method);

// node -> rank that owns it. A node weighs as many tets as it has, so that ranks get about the same
// number of tets and of dual volumes. Tets with solved[tet] == 0 (empty: none) are left out of the
// computation and weigh nothing. Throws InputError when a rank would get no solved tet.
std::vector<int> partition_nodes(const TetMesh &mesh, const std::vector<std::uint8_t> &solved,
                                 int ranks, PartitionMethod method, int threads = 0);

// tet -> rank that owns it, for methods whose unknowns belong to tets and couple across faces.
// `neighbours`: for each tet, the tets behind its faces (symmetric, without the tet itself).
// `weight`: work of a tet in a step. Throws InputError when a rank would get no tet.
std::vector<int> partition_tets(const IndexRows &neighbours, const std::vector<Index> &weight,
                                int ranks, PartitionMethod method);

} // namespace curlew
