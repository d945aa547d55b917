#include <curlew/core/mesh/bisect.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/curved.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace curlew {
namespace {

using Barycentric = std::array<double, 4>; // coordinates in the tet that is cut
using NodePair = std::array<Index, 2>;     // rising

NodePair pair_of(Index a, Index b) {
  return a < b ? NodePair{a, b} : NodePair{b, a};
}

// Edges from the longest to the shortest: the place of each in this order.
std::vector<Index> ranks_by_length(const TetMesh &mesh, const TetTopology &topology) {
  std::vector<double> squared(topology.edges.size());
  for (std::size_t e = 0; e < squared.size(); ++e) {
    const Point along = mesh.points[topology.edges[e][1]] - mesh.points[topology.edges[e][0]];
    squared[e] = dot(along, along);
  }
  std::vector<Index> order(squared.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return squared[a] != squared[b] ? squared[a] > squared[b]
                                    : topology.edges[a] < topology.edges[b];
  });
  std::vector<Index> rank(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    rank[order[k]] = static_cast<Index>(k);
  return rank;
}

// Marks the edges that are cut: the longest of each marked tet, and of each tet that has a cut
// edge.
std::vector<char> cut_edges(const TetTopology &topology, const std::vector<Index> &rank,
                            const std::vector<char> &marked) {
  std::vector<char> is_cut(topology.edges.size(), 0);
  const auto longest = [&](std::size_t t) {
    const auto &edges = topology.tet_edges[t];
    return *std::min_element(edges.begin(), edges.end(),
                             [&](Index a, Index b) { return rank[a] < rank[b]; });
  };
  for (std::size_t t = 0; t < marked.size(); ++t)
    if (marked[t])
      is_cut[longest(t)] = 1;
  for (bool has_changed = true; has_changed;) { // ends: edges are only ever added
    has_changed = false;
    for (std::size_t t = 0; t < marked.size(); ++t) {
      const auto &edges = topology.tet_edges[t];
      const bool is_touched =
          std::any_of(edges.begin(), edges.end(), [&](Index edge) { return is_cut[edge] != 0; });
      if (const Index edge = longest(t); is_touched && !is_cut[edge]) {
        is_cut[edge] = 1;
        has_changed = true;
      }
    }
  }
  return is_cut;
}

class Bisector {
public:
  Bisector(const TetMesh &coarse, const TetTopology &topology, const std::vector<char> &marked)
      : coarse_(coarse), topology_(topology), rank_(ranks_by_length(coarse, topology)),
        is_cut_(cut_edges(topology, rank_, marked)), middle_(is_cut_.size(), -1) {
    TetMesh &fine = result_.mesh;
    fine.groups = coarse.groups;
    fine.points = coarse.points;
    fine.edge_points = coarse.edge_points;
    add_middles();
  }

  BisectedMesh cut() && {
    for (std::size_t t = 0; t < coarse_.tets.size(); ++t)
      cut_tet(static_cast<Index>(t));
    for (std::size_t i = 0; i < coarse_.triangles.size(); ++i)
      cut_triangle(i);
    if (coarse_.is_curved())
      drop_unused_edge_points();
    to_index(result_.mesh.tets.size(), "tets after refinement");
    return std::move(result_);
  }

private:
  struct Corner {
    Index node;
    Barycentric at; // coordinates in the tet that is cut
  };
  using SubTet = std::array<Corner, 4>;

  void add_middles() {
    std::vector<Point> on_curve;
    if (coarse_.is_curved()) {
      check_edge_points(coarse_, topology_);
      on_curve.resize(is_cut_.size());
      for (std::size_t t = 0; t < coarse_.tets.size(); ++t)
        for (int k = 0; k < 6; ++k)
          on_curve[topology_.tet_edges[t][k]] = coarse_.edge_points[coarse_.tet_edge_points[t][k]];
    }
    std::vector<Point> &points = result_.mesh.points;
    for (std::size_t e = 0; e < is_cut_.size(); ++e) {
      if (!is_cut_[e])
        continue;
      const auto &[a, b] = topology_.edges[e];
      middle_[e] = to_index(points.size(), "nodes after refinement");
      points.push_back(coarse_.is_curved() ? on_curve[e] : 0.5 * (points[a] + points[b]));
    }
  }

  // The longest cut edge between nodes of the coarse mesh, -1 without one. An edge of a part that
  // is none of the mesh's is new, and no new edge is cut.
  template <std::size_t N, class NodeOf> Index longest_cut(NodeOf node) const {
    Index best = -1;
    const auto old_nodes = static_cast<Index>(coarse_.points.size());
    for (std::size_t a = 0; a < N; ++a)
      for (std::size_t b = a + 1; b < N; ++b) {
        if (node(a) >= old_nodes || node(b) >= old_nodes)
          continue;
        const Index edge = find_edge(topology_, node(a), node(b));
        if (edge >= 0 && is_cut_[edge] && (best < 0 || rank_[edge] < rank_[best]))
          best = edge;
      }
    return best;
  }

  void cut_tet(Index t) {
    SubTet whole;
    for (int n = 0; n < 4; ++n) {
      whole[n] = {coarse_.tets[t][n], {}};
      whole[n].at[n] = 1;
    }
    cut_part(t, whole);
  }

  void cut_part(Index t, const SubTet &part) {
    const Index edge = longest_cut<4>([&](std::size_t n) { return part[n].node; });
    if (edge < 0)
      return add_tet(t, part);
    const auto &[a, b] = topology_.edges[edge];
    int first = 0, second = 0;
    for (int n = 0; n < 4; ++n) {
      if (part[n].node == a)
        first = n;
      if (part[n].node == b)
        second = n;
    }
    Corner middle{middle_[edge], {}};
    for (int i = 0; i < 4; ++i)
      middle.at[i] = 0.5 * (part[first].at[i] + part[second].at[i]);
    for (const int replaced : {second, first}) {
      SubTet half = part;
      half[replaced] = middle;
      cut_part(t, half);
    }
  }

  void add_tet(Index t, const SubTet &part) {
    TetMesh &fine = result_.mesh;
    fine.tets.push_back({part[0].node, part[1].node, part[2].node, part[3].node});
    fine.tet_group.push_back(coarse_.tet_group[t]);
    result_.parent.push_back(t);
    if (!coarse_.is_curved())
      return;
    std::array<Index, 6> edges;
    for (int k = 0; k < 6; ++k)
      edges[k] = edge_point(t, part[k_tet_edges[k][0]], part[k_tet_edges[k][1]]);
    fine.tet_edge_points.push_back(edges);
  }

  // The point of an edge of a part: that of the coarse edge which it is, or the image of its middle
  // under the map x(l) = sum l_i (2 l_i - 1) x_i + sum 4 l_a l_b m_ab of the tet, found once.
  Index edge_point(Index t, const Corner &p, const Corner &q) {
    for (int k = 0; k < 6; ++k)
      if (pair_of(p.node, q.node) ==
          pair_of(coarse_.tets[t][k_tet_edges[k][0]], coarse_.tets[t][k_tet_edges[k][1]]))
        return coarse_.tet_edge_points[t][k];
    const auto [entry, is_new] = new_edge_points_.emplace(
        pair_of(p.node, q.node), static_cast<Index>(result_.mesh.edge_points.size()));
    if (!is_new)
      return entry->second;
    Barycentric l;
    for (int i = 0; i < 4; ++i)
      l[i] = 0.5 * (p.at[i] + q.at[i]);
    Point x = {0, 0, 0};
    for (int i = 0; i < 4; ++i)
      x = x + l[i] * (2 * l[i] - 1) * coarse_.points[coarse_.tets[t][i]];
    for (int k = 0; k < 6; ++k)
      x = x + 4 * l[k_tet_edges[k][0]] * l[k_tet_edges[k][1]] *
                  coarse_.edge_points[coarse_.tet_edge_points[t][k]];
    result_.mesh.edge_points.push_back(x);
    to_index(result_.mesh.edge_points.size(), "points on edges after refinement");
    return entry->second;
  }

  void cut_triangle(std::size_t i) {
    const std::array<Index, 3> &v = coarse_.triangles[i];
    for (int k = 0; k < 3; ++k) {
      const auto is_node = [&](Index n) {
        return n >= 0 && static_cast<std::size_t>(n) < coarse_.points.size();
      };
      if (!is_node(v[k]) || !is_node(v[(k + 1) % 3]) ||
          find_edge(topology_, v[k], v[(k + 1) % 3]) < 0)
        throw InputError(fmt::format("triangle {} (nodes {}, {}, {}) is no facet of any tet; the "
                                     "surface mesh must be part of the volume mesh",
                                     i, v[0], v[1], v[2]));
    }
    cut_triangle_part(i, v);
  }

  void cut_triangle_part(std::size_t i, const std::array<Index, 3> &part) {
    const Index edge = longest_cut<3>([&](std::size_t n) { return part[n]; });
    if (edge < 0) {
      result_.mesh.triangles.push_back(part);
      result_.mesh.triangle_group.push_back(coarse_.triangle_group[i]);
      return;
    }
    for (const Index end : {topology_.edges[edge][1], topology_.edges[edge][0]}) {
      std::array<Index, 3> half = part;
      std::replace(half.begin(), half.end(), end, middle_[edge]);
      cut_triangle_part(i, half);
    }
  }

  // Points of edges that were cut are nodes now.
  void drop_unused_edge_points() {
    TetMesh &fine = result_.mesh;
    std::vector<Index> number(fine.edge_points.size(), -1);
    std::vector<Point> kept;
    for (auto &edges : fine.tet_edge_points)
      for (Index &point : edges) {
        if (number[point] < 0) {
          number[point] = static_cast<Index>(kept.size());
          kept.push_back(fine.edge_points[point]);
        }
        point = number[point];
      }
    fine.edge_points = std::move(kept);
  }

  const TetMesh &coarse_;
  const TetTopology &topology_;
  std::vector<Index> rank_;
  std::vector<char> is_cut_;
  std::vector<Index> middle_; // edge -> the node in its middle
  std::map<NodePair, Index> new_edge_points_;
  BisectedMesh result_;
};

} // namespace

BisectedMesh bisect(const TetMesh &mesh, const std::vector<char> &marked, int threads) {
  if (marked.size() != mesh.tets.size())
    throw std::invalid_argument(
        fmt::format("{} marks for a mesh of {} tets", marked.size(), mesh.tets.size()));
  TopologyOptions options;
  options.faces = mesh.is_curved();
  options.node_tets = false;
  options.threads = threads;
  const TetTopology topology = make_topology(mesh, options);
  return Bisector(mesh, topology, marked).cut();
}

} // namespace curlew
