#include <curlew/core/mesh/open_surface.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

namespace curlew {
namespace {

// Faces along which a mesh is opened, and the parts into which they separate the tets around nodes.
class Opening {
public:
  Opening(const TetMesh &mesh, const std::vector<std::uint8_t> &opens, int threads)
      : topology(make_topology(mesh, {true, true, true, threads})),
        triangle_face(triangle_faces(mesh, topology, threads)), is_open(topology.faces.size(), 0),
        mesh_(mesh) {
    for (std::size_t t = 0; t < opens.size(); ++t)
      if (opens[t] != 0 && topology.face_tets[triangle_face[t]][1] >= 0)
        is_open[triangle_face[t]] = 1;
  }

  bool empty() const { return std::find(is_open.begin(), is_open.end(), 1) == is_open.end(); }

  // Returns the nodes of the faces that are opened, rising.
  std::vector<Index> nodes() const {
    std::vector<Index> all;
    for (std::size_t f = 0; f < is_open.size(); ++f)
      if (is_open[f] != 0)
        all.insert(all.end(), topology.faces[f].begin(), topology.faces[f].end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  // Returns for each of the tets around a node, in the order of topology.node_tets, the place of
  // the first one of its part.
  std::vector<std::size_t> parts_around(Index node) const {
    const Index *begin = topology.node_tets.begin(node), *end = topology.node_tets.end(node);
    std::vector<std::size_t> part(static_cast<std::size_t>(end - begin));
    std::iota(part.begin(), part.end(), std::size_t{0});
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (std::size_t i = 0; i < part.size(); ++i)
        for (int k = 0; k < 4; ++k) {
          const Index face = topology.tet_faces[begin[i]][k];
          const auto &[first, second] = topology.face_tets[face];
          if (mesh_.tets[begin[i]][k] == node || is_open[face] != 0 || second < 0)
            continue;
          const Index other = first == begin[i] ? second : first;
          const std::size_t j =
              static_cast<std::size_t>(std::lower_bound(begin, end, other) - begin);
          if (part[j] != part[i]) {
            part[i] = part[j] = std::min(part[i], part[j]);
            has_changed = true;
          }
        }
    }
    return part;
  }

  TetTopology topology;
  std::vector<Index> triangle_face;
  std::vector<std::uint8_t> is_open; // [face]

private:
  const TetMesh &mesh_;
};

std::vector<std::uint8_t> doubled_nodes(const Opening &opening, std::size_t nodes) {
  std::vector<std::uint8_t> is_doubled(nodes, 0);
  for (const Index node : opening.nodes()) {
    const auto part = opening.parts_around(node);
    is_doubled[node] = std::any_of(part.begin(), part.end(), [](std::size_t p) { return p != 0; });
  }
  return is_doubled;
}

// Returns edges that hold both sides together: those within the surface whose nodes are single; and
// of a triangle without any such edge and without a doubled node its longest one. Each tet has at
// most one of them.
std::vector<Index> holding_edges(const TetMesh &mesh, const Opening &opening) {
  const TetTopology &topology = opening.topology;
  const auto is_doubled = doubled_nodes(opening, mesh.points.size());
  std::map<Index, int> open_faces_of; // edge -> faces
  const auto edge_of = [&](std::size_t f, int k) {
    const auto &n = topology.faces[f];
    return find_edge(topology, n[k], n[(k + 1) % 3]);
  };
  for (std::size_t f = 0; f < opening.is_open.size(); ++f)
    for (int k = 0; k < 3 && opening.is_open[f] != 0; ++k)
      ++open_faces_of[edge_of(f, k)];
  std::vector<std::uint8_t> is_used(mesh.tets.size(), 0);
  std::vector<Index> edges;
  const auto take = [&](Index edge) {
    const auto &[a, b] = topology.edges[edge];
    std::vector<Index> around;
    for (const Index *t = topology.node_tets.begin(a); t != topology.node_tets.end(a); ++t)
      if (std::find(mesh.tets[*t].begin(), mesh.tets[*t].end(), b) != mesh.tets[*t].end())
        around.push_back(*t);
    if (std::any_of(around.begin(), around.end(), [&](Index t) { return is_used[t] != 0; }))
      return;
    for (const Index t : around)
      is_used[t] = 1;
    edges.push_back(edge);
  };
  const auto is_single = [&](Index edge) {
    const auto &[a, b] = topology.edges[edge];
    return is_doubled[a] == 0 && is_doubled[b] == 0;
  };
  for (const auto &[edge, faces] : open_faces_of)
    if (faces > 1 && is_single(edge))
      take(edge);
  for (std::size_t f = 0; f < opening.is_open.size(); ++f) {
    if (opening.is_open[f] == 0)
      continue;
    Index longest = -1;
    double length = 0;
    bool holds = true;
    for (int k = 0; k < 3; ++k) {
      const Index edge = edge_of(f, k);
      const auto &[a, b] = topology.edges[edge];
      holds = holds && is_single(edge) && open_faces_of[edge] == 1;
      if (const double one = norm(mesh.points[b] - mesh.points[a]); one > length) {
        length = one;
        longest = edge;
      }
    }
    if (holds)
      take(longest);
  }
  return edges;
}

// Replaces node b by m, then a by m in a copy that is appended.
template <std::size_t N>
void bisect(std::vector<std::array<Index, N>> &cells, std::size_t cell, Index a, Index b, Index m) {
  std::array<Index, N> other = cells[cell];
  std::replace(cells[cell].begin(), cells[cell].end(), b, m);
  std::replace(other.begin(), other.end(), a, m);
  cells.push_back(other);
}

void bisect_edges(TetMesh &mesh, const TetTopology &topology, const std::vector<Index> &edges,
                  std::vector<std::uint8_t> &opens) {
  std::map<std::array<Index, 2>, Index> middles;
  for (const Index edge : edges) {
    const auto &[a, b] = topology.edges[edge];
    middles[topology.edges[edge]] = static_cast<Index>(mesh.points.size());
    mesh.points.push_back(0.5 * (mesh.points[a] + mesh.points[b]));
  }
  for (std::size_t t = 0, count = mesh.tets.size(); t < count; ++t)
    for (const Index edge : topology.tet_edges[t])
      if (const auto middle = middles.find(topology.edges[edge]); middle != middles.end()) {
        bisect(mesh.tets, t, middle->first[0], middle->first[1], middle->second);
        const Index group = mesh.tet_group[t];
        mesh.tet_group.push_back(group);
        break; // a tet has one of them at most
      }
  for (std::size_t t = 0, count = mesh.triangles.size(); t < count; ++t) {
    std::array<Index, 3> n = mesh.triangles[t];
    std::sort(n.begin(), n.end());
    for (const auto &pair :
         {std::array{n[0], n[1]}, std::array{n[0], n[2]}, std::array{n[1], n[2]}})
      if (const auto middle = middles.find(pair); middle != middles.end()) {
        bisect(mesh.triangles, t, pair[0], pair[1], middle->second);
        const Index group = mesh.triangle_group[t];
        mesh.triangle_group.push_back(group);
        const std::uint8_t is_opened = opens[t];
        opens.push_back(is_opened);
        break;
      }
  }
}

// The points of the edges of both sides become points of their own.
void double_edge_points(TetMesh &mesh) {
  std::map<Index, std::map<std::array<Index, 2>, Index>> of_point; // point -> edge -> its own point
  for (std::size_t t = 0; t < mesh.tet_edge_points.size(); ++t)
    for (std::size_t e = 0; e < k_tet_edges.size(); ++e) {
      std::array<Index, 2> nodes = {mesh.tets[t][k_tet_edges[e][0]],
                                    mesh.tets[t][k_tet_edges[e][1]]};
      std::sort(nodes.begin(), nodes.end());
      Index &point = mesh.tet_edge_points[t][e];
      auto &owners = of_point[point];
      const bool is_first = owners.empty();
      const auto [owner, is_new] = owners.emplace(nodes, point);
      if (is_new && !is_first) {
        owner->second = static_cast<Index>(mesh.edge_points.size());
        const Point at = mesh.edge_points[point];
        mesh.edge_points.push_back(at);
      }
      point = owner->second;
    }
}

TetMesh with_doubled_nodes(const TetMesh &given, const Opening &opening) {
  TetMesh mesh = given;
  const TetTopology &topology = opening.topology;
  std::vector<std::array<Index, 4>> tets = mesh.tets;
  for (const Index node : opening.nodes()) {
    const Index *around = topology.node_tets.begin(node);
    const auto part = opening.parts_around(node);
    std::map<std::size_t, Index> node_of = {{0, node}};
    for (std::size_t i = 0; i < part.size(); ++i) {
      const auto [own, is_new] = node_of.emplace(part[i], static_cast<Index>(mesh.points.size()));
      if (is_new) {
        const Point at = mesh.points[node];
        mesh.points.push_back(at);
      }
      for (int k = 0; k < 4; ++k)
        if (mesh.tets[around[i]][k] == node)
          tets[around[i]][k] = own->second;
    }
  }
  const auto seen_from = [&](const std::array<Index, 3> &triangle, Index tet) {
    std::array<Index, 3> nodes = triangle;
    for (Index &node : nodes)
      for (int k = 0; k < 4; ++k)
        if (mesh.tets[tet][k] == node) {
          node = tets[tet][k];
          break;
        }
    return nodes;
  };
  for (std::size_t t = 0, count = mesh.triangles.size(); t < count; ++t) {
    const Index face = opening.triangle_face[t];
    const auto [first, second] = topology.face_tets[face];
    if (opening.is_open[face] != 0) {
      mesh.triangles.push_back(seen_from(mesh.triangles[t], second));
      const Index group = mesh.triangle_group[t];
      mesh.triangle_group.push_back(group);
    }
    mesh.triangles[t] = seen_from(mesh.triangles[t], first);
  }
  mesh.tets = std::move(tets);
  double_edge_points(mesh);
  return mesh;
}

} // namespace

TetMesh open_along(TetMesh mesh, std::vector<std::uint8_t> opens, int threads) {
  for (;;) {
    const Opening opening(mesh, opens, threads);
    if (opening.empty())
      return mesh;
    const std::vector<Index> edges = holding_edges(mesh, opening);
    if (edges.empty())
      return with_doubled_nodes(mesh, opening);
    if (mesh.is_curved())
      throw InputError("a surface of curved tets whose sides have fields of their own must be two "
                       "triangles wide everywhere; take smaller triangles there, or straight tets "
                       "(Mesh.ElementOrder = 1)");
    bisect_edges(mesh, opening.topology, edges, opens);
  }
}

} // namespace curlew
