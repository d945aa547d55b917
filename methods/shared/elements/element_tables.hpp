#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/shared/elements/dof_map.hpp>
#include <curlew/methods/shared/elements/simplex_shape.hpp>

namespace curlew {

// A tet or a face of the mesh as the basis sees it: vertices in ascending order. A tet whose edge
// points all lie in the middle, to rounding, is straight; a face is curved with its tet.
TetShape shape_of_tet(const TetMesh &mesh, const DofMap &map, Index tet);
TriangleShape shape_of_face(const TetMesh &mesh, const DofMap &map, const TetTopology &topology,
                            Index face);

// The tets of a curved mesh that are not straight, ascending: the boundary's, in practice.
std::vector<Index> curved_tets(const TetMesh &mesh, const DofMap &map);

// What kernels over tets read: coordinates in m, vertices ascending, unknowns of each tet; of
// curved meshes also the points on edges (of each tet in the order of the ascending vertices).
template <class Space> struct ElementTables {
  Kokkos::View<const double *[3], Space> points;
  Kokkos::View<const Index *[4], Space> tet_nodes;
  Kokkos::View<const Index **, Space> tet_dofs;
  Kokkos::View<const double *[3], Space> edge_points;
  Kokkos::View<const Index *[6], Space> tet_edge_points;

  // As if it were straight.
  KOKKOS_INLINE_FUNCTION TetShape straight_shape(Index tet) const {
    TetShape shape;
    for (int i = 0; i < 4; ++i)
      for (int x = 0; x < 3; ++x)
        shape.vertices[i][x] = points(tet_nodes(tet, i), x);
    return shape;
  }
  // Of a tet of a curved mesh, with the points on its edges.
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
