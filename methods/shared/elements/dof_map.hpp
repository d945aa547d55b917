#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/shared/elements/element_space.hpp>

#include <array>
#include <vector>

namespace curlew {

// The unknowns (dofs) of a space of edge elements on a mesh. The dofs are numbered block by block
// of the basis (reference_basis.hpp), in each block by edge, face or tet in the topology's order.
// So the unknowns of a lower space are the first ones of a higher space.
//
// The scalar functions whose gradients the space holds are numbered in the same way: nodes, then
// the functions of each block of gradients.
struct DofMap {
  ElementSpace space;
  Index nodes = 0, edges = 0, faces = 0, tets = 0;
  Index dofs = 0;    // unknowns
  Index scalars = 0; // scalar functions
  int per_tet = 0;
  std::array<Index, k_basis_blocks + 1> first_dof{}; // first dof of each block
  // First function of each block of gradients; nodes before.
  std::array<Index, k_basis_blocks + 1> first_scalar{};
  std::vector<std::array<Index, 4>> tet_nodes;      // ascending: vertices 0 to 3 of the basis
  std::vector<std::array<unsigned char, 4>> vertex; // tet_nodes[t][i] is node vertex[t][i] of tet t
  std::vector<Index> tet_dofs;                      // per_tet for each tet, as the basis numbers

  const Index *of_tet(Index tet) const {
    return tet_dofs.data() + static_cast<std::size_t>(tet) * per_tet;
  }
};

// Makes the dof map. Needs the topology's faces. Throws ResourceError where the unknowns do not fit
// an Index, InputError for a curved mesh whose tets do not share the points of their edges.
DofMap make_dof_map(const TetMesh &mesh, const TetTopology &topology, const ElementSpace &space,
                    int threads = 0);

// A face seen from a tet; `local` is the vertex of the basis (ascending nodes) opposite to it.
struct FaceOfTet {
  Index tet = -1;
  int local = 0;
};
// Returns side 0 or 1 of a face, in the order of topology.face_tets.
FaceOfTet face_of_tet(const DofMap &map, const TetTopology &topology, Index face, int side = 0);

// Returns the unknowns with a trace on the face, in the basis' order of the functions of a triangle
// whose vertices are the face's ascending nodes (space.per_triangle() of them).
std::vector<Index> dofs_of_face(const DofMap &map, const TetTopology &topology, Index face);

// Marks the unknowns, or the scalar functions, that a tangential field of zero (PEC) on these faces
// fixes at zero: all that belong to the faces, their edges and (scalars) their nodes.
std::vector<char> fixed_dofs(const DofMap &map, const TetTopology &topology,
                             const std::vector<Index> &faces);
std::vector<char> fixed_scalars(const DofMap &map, const TetTopology &topology,
                                const std::vector<Index> &faces);

// New numbers of the free unknowns, in the same order; -1 for fixed ones.
struct FreeNumbers {
  std::vector<Index> number;
  Index count = 0;
};
FreeNumbers number_free(const std::vector<char> &fixed);

// The unknowns of the gradient of scalar function s: the matrix G (dofs x scalars) by rows, its
// values +-1. A row of block 0 has the edge's nodes (-1 for the lower, +1 for the higher), a row of
// a block of gradients its own function, other rows have none.
struct GradientRows {
  std::vector<std::array<Index, 2>> columns; // per unknown; -1 where there is none
  // Returns the value of entry k of a row: a gradient block has its only entry second.
  KOKKOS_INLINE_FUNCTION static constexpr double value(int k) { return k == 0 ? -1.0 : 1.0; }
};
GradientRows gradient_rows(const DofMap &map, const TetTopology &topology);

} // namespace curlew
