#include <curlew/methods/fem/faces/tets_around_edge.hpp>

#include <curlew/core/mesh/geometry.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fem {

EdgeTets tets_around_edge(const Model &model, Index a, Index b) {
  const TetTopology &topology = model.topology;
  const std::vector<Point> &points = model.mesh.points;
  const Point along = (1 / norm(points[b] - points[a])) * (points[b] - points[a]);
  EdgeTets found;
  for (const Index *t = topology.node_tets.begin(a); t != topology.node_tets.end(a); ++t) {
    const auto &nodes = model.mesh.tets[*t];
    if (model.solved[*t] == 0 || std::find(nodes.begin(), nodes.end(), b) == nodes.end())
      continue;
    EdgeTet tet;
    tet.tet = *t;
    std::array<Point, 2> across{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i] != a && nodes[i] != b) {
        const Point to = points[nodes[i]] - points[a];
        across[count] = to - dot(to, along) * along;
        tet.faces[1 - count] = topology.tet_faces[*t][i]; // without node i
        ++count;
      }
    for (std::size_t k = 0; k < 2; ++k)
      found.height_m[tet.faces[k]] = norm(across[k]);
    tet.angle = std::acos(
        std::clamp(dot(across[0], across[1]) / (norm(across[0]) * norm(across[1])), -1.0, 1.0));
    found.tets.push_back(tet);
  }
  return found;
}

} // namespace curlew::fem
