#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/shared/ports/port_face.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace curlew {
namespace {

// Returns the edges of a port, each with the number of its triangles in the port.
std::map<Index, int> edges_of_port(const PortFace &face) {
  std::map<Index, int> edges;
  for (const Index f : face.faces)
    for (int i = 0; i < 3; ++i) {
      const auto &n = face.topology.faces[f];
      ++edges[find_edge(face.topology, n[i], n[(i + 1) % 3])];
    }
  return edges;
}

// Sets of nodes that edges join.
class NodeSets {
public:
  Index root(Index node) {
    const auto at = parent_.emplace(node, node).first;
    return at->second == node ? node : at->second = root(at->second);
  }
  void join(Index a, Index b) { parent_[root(a)] = root(b); }

private:
  std::map<Index, Index> parent_;
};

} // namespace

std::string describe_edge(const PortFace &face, Index edge) {
  const Point &a = face.mesh.points[face.topology.edges[edge][0]],
              &b = face.mesh.points[face.topology.edges[edge][1]];
  return fmt::format("({:.4g}, {:.4g}, {:.4g}) to ({:.4g}, {:.4g}, {:.4g}) m", a[0], a[1], a[2],
                     b[0], b[1], b[2]);
}

void add_lossy_faces(const std::vector<Index> &faces, PortFace &face) {
  const std::map<Index, int> own = edges_of_port(face);
  for (const Index f : faces)
    for (int i = 0; i < 3; ++i) {
      const auto &n = face.topology.faces[f];
      if (const Index edge = find_edge(face.topology, n[i], n[(i + 1) % 3]); own.count(edge) > 0)
        face.lossy_edges.insert(edge);
    }
}

std::vector<Index> rim_edges(const PortFace &face) {
  std::vector<Index> rim;
  for (const auto &[edge, count] : edges_of_port(face))
    if (count == 1)
      rim.push_back(edge);
  return rim;
}

std::vector<std::vector<Index>> rim_loops(const PortFace &face) {
  NodeSets sets;
  std::set<Index> nodes;
  for (const Index edge : rim_edges(face)) {
    const auto &[a, b] = face.topology.edges[edge];
    sets.join(a, b);
    nodes.insert({a, b});
  }
  std::map<Index, std::vector<Index>> loops;
  for (const Index node : nodes)
    loops[sets.root(node)].push_back(node);
  std::vector<std::vector<Index>> result;
  for (auto &[root, loop] : loops)
    result.push_back(std::move(loop));
  return result;
}

std::map<Index, Index> conductors_of_nodes(const PortFace &face, bool in_plane) {
  constexpr double k_rounding = 1e-6; // over the size of the port
  PortPlane plane;
  if (in_plane)
    plane = measure_plane(face);
  const double tolerance_m = k_rounding * std::sqrt(plane.area_m2);
  const auto is_here = [&](Index node) {
    return !in_plane ||
           std::abs(dot(plane.normal, face.mesh.points[node] - plane.middle)) <= tolerance_m;
  };
  NodeSets sets;
  std::set<Index> nodes;
  for (std::size_t edge = 0; edge < face.edge_is_pec.size(); ++edge)
    if (const auto &[a, b] = face.topology.edges[edge];
        face.edge_is_pec[edge] != 0 && is_here(a) && is_here(b)) {
      sets.join(a, b);
      nodes.insert({a, b});
    }
  std::map<Index, Index> conductors;
  for (const Index node : nodes)
    conductors[node] = sets.root(node);
  return conductors;
}

std::vector<Conductor> conductors_of(const PortFace &face) {
  const TetTopology &topology = face.topology;
  NodeSets sets;
  std::vector<Index> edges;
  for (const auto &[edge, count] : edges_of_port(face))
    if (face.conducts(edge))
      edges.push_back(edge);
  for (const Index edge : edges)
    sets.join(topology.edges[edge][0], topology.edges[edge][1]);
  std::map<Index, Conductor> conductors;
  for (const Index edge : edges) {
    const auto &[a, b] = topology.edges[edge];
    Conductor &conductor = conductors[sets.root(a)];
    conductor.nodes.insert({a, b});
    conductor.perimeter_m += norm(face.mesh.points[b] - face.mesh.points[a]);
    conductor.is_lossy = conductor.is_lossy || face.is_lossy(edge);
  }
  std::vector<Conductor> result;
  for (auto &[node, conductor] : conductors)
    result.push_back(std::move(conductor));
  std::sort(result.begin(), result.end(),
            [](const Conductor &a, const Conductor &b) { return a.perimeter_m < b.perimeter_m; });
  return result;
}

} // namespace curlew
