#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>

#include <curlew/core/mesh/curved.hpp>

#include <algorithm>

namespace curlew {

int edge_of_mesh(const DofMap &map, Index tet, int k) {
  const int a = map.vertex[tet][k_tet_edges[k][0]], b = map.vertex[tet][k_tet_edges[k][1]];
  return simplex_edge<3>(std::min(a, b), std::max(a, b));
}

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

} // namespace curlew
