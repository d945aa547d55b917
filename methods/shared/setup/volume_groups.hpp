#pragma once

#include <curlew/core/mesh/topology.hpp>
#include <curlew/io/case/case.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

// Assignment of a case's materials and boundary conditions to the groups of a tetrahedral mesh.
namespace curlew {

// Returns group index -> index into Case::materials, -1 for groups that are no volumes. Throws
// InputError for a region that the mesh lacks or that is named twice, and for a volume without
// material.
std::vector<int> materials_of_groups(const Case &input, const TetMesh &mesh, int threads);

// Returns for each tet whether it is solved: all but those of perfect conductors. Throws as
// materials_of_groups(), and InputError where nothing is left.
std::vector<std::uint8_t> solved_tets(const Case &input, const TetMesh &mesh, int threads = 0);
std::vector<std::uint8_t> solved_tets(const Case &input, const TetMesh &mesh,
                                      const std::vector<int> &material_of_group, int threads);

// "boundaries" of a case on its mesh, as pointers into the case, which must stay.
struct GroupBoundaries {
  std::vector<const Boundary *> of_group; // none where the case has none
  // Condition of boundary faces that the case does not name.
  const Boundary *rest = nullptr;
};

// Throws InputError for a group that the mesh lacks or that is named twice.
GroupBoundaries boundaries_of_groups(const Case &input, const TetMesh &mesh);

// Returns the boundary that the case gives each face by a group of triangles, none where it gives
// none. Throws InputError for a face in two groups whose conditions differ.
std::vector<const Boundary *> boundaries_of_faces(const Case &input, const TetMesh &mesh,
                                                  const TetTopology &topology,
                                                  const std::vector<Index> &triangle_face,
                                                  const GroupBoundaries &boundaries);

// Returns "case.json:14:7" of a boundary.
std::string where(const Case &input, const Boundary &boundary);

// Returns "with corners (0, 0, 0) (1, 0, 0) (0, 1, 0) m".
std::string describe_face(const TetMesh &mesh, const std::array<Index, 3> &face);

// Throws InputError for a face of the mesh's boundary that has no condition.
[[noreturn]] void refuse_without_condition(const Case &input, const TetMesh &mesh,
                                           const std::array<Index, 3> &face);

} // namespace curlew
