#include <curlew/methods/shared/elements/element_tables.hpp>

#include <curlew/core/mesh/curved.hpp>

#include <algorithm>

namespace curlew {
namespace {

// Returns edge k of the ascending vertices in the numbering of the mesh's tet.
int edge_of_mesh(const DofMap &map, Index tet, int k) {
  const int a = map.vertex[tet][k_tet_edges[k][0]], b = map.vertex[tet][k_tet_edges[k][1]];
  return simplex_edge<3>(std::min(a, b), std::max(a, b));
}

} // namespace

TetShape shape_of_tet(const TetMesh &mesh, const DofMap &map, Index tet) {
  TetShape shape;
  for (int i = 0; i < 4; ++i)
    for (int x = 0; x < 3; ++x)
      shape.vertices[i][x] = mesh.points[map.tet_nodes[tet][i]][x];
  for (int k = 0; k < 6 && mesh.is_curved(); ++k) {
    const Index point = mesh.tet_edge_points[tet][edge_of_mesh(map, tet, k)];
    for (int x = 0; x < 3; ++x)
      shape.middles[k][x] = mesh.edge_points[point][x];
  }
  shape.is_curved = is_curved_tet(mesh, tet);
  return shape;
}

std::vector<Index> curved_tets(const TetMesh &mesh, const DofMap &map) {
  std::vector<Index> curved;
  for (Index t = 0; t < map.tets && mesh.is_curved(); ++t)
    if (is_curved_tet(mesh, t))
      curved.push_back(t);
  return curved;
}

TriangleShape shape_of_face(const TetMesh &mesh, const DofMap &map, const TetTopology &topology,
                            Index face) {
  const FaceOfTet side = face_of_tet(map, topology, face);
  const TetShape tet = shape_of_tet(mesh, map, side.tet);
  TriangleShape shape;
  shape.is_curved = tet.is_curved;
  for (int i = 0; i < 3; ++i) {
    const int a = i + (i >= side.local);
    for (int x = 0; x < 3; ++x)
      shape.vertices[i][x] = tet.vertices[a][x];
    for (int j = i + 1; j < 3 && shape.is_curved; ++j)
      for (int x = 0; x < 3; ++x)
        shape.middles[simplex_edge<2>(i, j)][x] =
            tet.middles[simplex_edge<3>(a, j + (j >= side.local))][x];
  }
  return shape;
}

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

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template ElementTables<Space> make_element_tables<Space>(const TetMesh &, const DofMap &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
