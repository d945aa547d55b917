#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>

namespace curlew {

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
ElementTables<Space> make_element_tables(const TetMesh &mesh, const DofMap &map) {
  const Kokkos::View<double *[3], Space> points("curlew::elements::points", mesh.points.size());
  const Kokkos::View<Index *[4], Space> nodes("curlew::elements::tet_nodes", map.tets);
  const Kokkos::View<Index **, Space> dofs("curlew::elements::tet_dofs", map.tets, map.per_tet);
  const auto host_points = Kokkos::create_mirror_view(points);
  const auto host_nodes = Kokkos::create_mirror_view(nodes);
  const auto host_dofs = Kokkos::create_mirror_view(dofs);
  for (std::size_t n = 0; n < mesh.points.size(); ++n)
    for (int x = 0; x < 3; ++x)
      host_points(n, x) = mesh.points[n][x];
  for (Index t = 0; t < map.tets; ++t) {
    for (int i = 0; i < 4; ++i)
      host_nodes(t, i) = map.tet_nodes[t][i];
    for (int i = 0; i < map.per_tet; ++i)
      host_dofs(t, i) = map.of_tet(t)[i];
  }
  Kokkos::deep_copy(points, host_points);
  Kokkos::deep_copy(nodes, host_nodes);
  Kokkos::deep_copy(dofs, host_dofs);
  const std::size_t curved = mesh.is_curved() ? map.tets : 0;
  const Kokkos::View<double *[3], Space> edge_points("curlew::elements::edge_points",
                                                     mesh.edge_points.size());
  const Kokkos::View<Index *[6], Space> tet_edge_points("curlew::elements::tet_edge_points",
                                                        curved);
  const auto host_edge_points = Kokkos::create_mirror_view(edge_points);
  const auto host_tet_edge_points = Kokkos::create_mirror_view(tet_edge_points);
  for (std::size_t p = 0; p < mesh.edge_points.size(); ++p)
    for (int x = 0; x < 3; ++x)
      host_edge_points(p, x) = mesh.edge_points[p][x];
  for (std::size_t t = 0; t < curved; ++t)
    for (int k = 0; k < 6; ++k)
      host_tet_edge_points(t, k) =
          mesh.tet_edge_points[t][edge_of_mesh(map, static_cast<Index>(t), k)];
  Kokkos::deep_copy(edge_points, host_edge_points);
  Kokkos::deep_copy(tet_edge_points, host_tet_edge_points);
  return {points, nodes, dofs, edge_points, tet_edge_points};
}

} // namespace curlew
