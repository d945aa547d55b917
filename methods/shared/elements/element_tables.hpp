#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/shared/elements/dof_map.hpp>
#include <curlew/methods/shared/elements/simplex_shape.hpp>

namespace curlew {

// A tet or a face of the mesh in the order of the basis: vertices ascending. A tet whose edge
// points all lie in the middle, to rounding, is straight; a face is curved if its tet is.
TetShape shape_of_tet(const TetMesh &mesh, const DofMap &map, Index tet);
TriangleShape shape_of_face(const TetMesh &mesh, const DofMap &map, const TetTopology &topology,
                            Index face);

// Returns the tets of a curved mesh that are not straight, ascending: in practice those at the
// boundary.
std::vector<Index> curved_tets(const TetMesh &mesh, const DofMap &map);

// Tables that kernels over tets read: coordinates in m, vertices ascending, unknowns of each tet;
// for curved meshes also the points on edges (for each tet in the order of the ascending vertices).
template <class Space> struct ElementTables {
  Kokkos::View<const double *[3], Space> points;
  Kokkos::View<const Index *[4], Space> tet_nodes;
  Kokkos::View<const Index **, Space> tet_dofs;
  Kokkos::View<const double *[3], Space> edge_points;
  Kokkos::View<const Index *[6], Space> tet_edge_points;

  // Shape of a tet as if it were straight.
  KOKKOS_INLINE_FUNCTION TetShape straight_shape(Index tet) const {
    TetShape shape;
    for (int i = 0; i < 4; ++i)
      for (int x = 0; x < 3; ++x)
        shape.vertices[i][x] = points(tet_nodes(tet, i), x);
    return shape;
  }
  // Shape of a tet of a curved mesh, with the points on its edges.
  KOKKOS_INLINE_FUNCTION TetShape curved_shape(Index tet) const {
    TetShape shape = straight_shape(tet);
    shape.is_curved = true;
    for (int k = 0; k < 6; ++k)
      for (int x = 0; x < 3; ++x)
        shape.middles[k][x] = edge_points(tet_edge_points(tet, k), x);
    return shape;
  }
};

template <class Space>
ElementTables<Space> make_element_tables(const TetMesh &mesh, const DofMap &map);

} // namespace curlew
