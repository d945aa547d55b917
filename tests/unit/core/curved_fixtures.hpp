#pragma once

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/refine.hpp>
#include <curlew/core/mesh/topology.hpp>

#include "mesh_fixtures.hpp"

#include <array>
#include <map>
#include <set>
#include <vector>

namespace curlew::testing {

// The unit ball in tets of second order: eight around its centre, cut `times` times with the wall's
// new nodes put on the sphere. Group 0 is the ball, group 1 the wall. Inner edges are straight.
inline TetMesh curved_ball(int times) {
  TetMesh mesh;
  mesh.groups = {{3, 1, "ball"}, {2, 1, "wall"}};
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (const Index x : {1, 2})
    for (const Index y : {3, 4})
      for (const Index z : {5, 6}) {
        const bool is_right_handed = (x + y + z) % 2 == 1;
        mesh.tets.push_back(is_right_handed ? std::array<Index, 4>{0, x, y, z}
                                            : std::array<Index, 4>{0, y, x, z});
        mesh.triangles.push_back({x, y, z});
      }
  mesh.tet_group.assign(8, 0);
  mesh.triangle_group.assign(8, 1);
  const auto on_sphere = [](const Point &p) { return (1 / norm(p)) * p; };
  for (int i = 0; i < times; ++i) {
    mesh = refine(mesh);
    for (const auto &triangle : mesh.triangles)
      for (const Index node : triangle)
        mesh.points[node] = on_sphere(mesh.points[node]);
  }
  const TetTopology topology = make_topology(mesh);
  std::vector<char> on_wall(topology.edges.size(), 0);
  for (const auto &triangle : mesh.triangles)
    for (int k = 0; k < 3; ++k)
      on_wall[find_edge(topology, triangle[k], triangle[(k + 1) % 3])] = 1;
  for (std::size_t e = 0; e < topology.edges.size(); ++e) {
    const Point middle =
        0.5 * (mesh.points[topology.edges[e][0]] + mesh.points[topology.edges[e][1]]);
    mesh.edge_points.push_back(on_wall[e] ? on_sphere(middle) : middle);
  }
  mesh.tet_edge_points = topology.tet_edges;
  return mesh;
}

// The same mesh with nodes, tets and the nodes within tets in random order.
inline TetMesh shuffled_curved(const TetMesh &mesh, unsigned seed) {
  using Ends = std::set<Point>;
  std::map<Ends, Index> point_of;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (int k = 0; k < 6; ++k)
      point_of[{mesh.points[mesh.tets[t][k_tet_edges[k][0]]],
                mesh.points[mesh.tets[t][k_tet_edges[k][1]]]}] = mesh.tet_edge_points[t][k];
  TetMesh result = shuffled(mesh, seed);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (int k = 0; k < 6; ++k)
      result.tet_edge_points[t][k] =
          point_of.at({result.points[result.tets[t][k_tet_edges[k][0]]],
                       result.points[result.tets[t][k_tet_edges[k][1]]]});
  return result;
}

// Vertices, then points of the edges.
inline std::array<Point, 10> curved_nodes(const TetMesh &mesh, std::size_t tet) {
  std::array<Point, 10> nodes;
  for (int i = 0; i < 4; ++i)
    nodes[i] = mesh.points[mesh.tets[tet][i]];
  for (int k = 0; k < 6; ++k)
    nodes[4 + k] = mesh.edge_points[mesh.tet_edge_points[tet][k]];
  return nodes;
}

// x and its derivatives by l_1, l_2, l_3 at barycentric coordinates l.
inline std::array<Point, 4> curved_point(const std::array<Point, 10> &nodes,
                                         const std::array<double, 4> &l) {
  std::array<Point, 4> slope{};
  Point x = {0, 0, 0};
  for (int i = 0; i < 4; ++i) {
    x = x + (l[i] * (2 * l[i] - 1)) * nodes[i];
    slope[i] = (4 * l[i] - 1) * nodes[i];
  }
  for (int k = 0; k < 6; ++k) {
    const auto [a, b] = k_tet_edges[k];
    x = x + (4 * l[a] * l[b]) * nodes[4 + k];
    slope[a] = slope[a] + (4 * l[b]) * nodes[4 + k];
    slope[b] = slope[b] + (4 * l[a]) * nodes[4 + k];
  }
  return {x, slope[1] - slope[0], slope[2] - slope[0], slope[3] - slope[0]};
}

} // namespace curlew::testing
