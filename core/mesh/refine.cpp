#include <curlew/core/mesh/refine.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/curved.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {
namespace {

using Tet = std::array<Index, 4>;

// The four tets around a diagonal of the octahedron of midpoints m (numbered like k_tet_edges). The
// diagonal joins m[d] to m[5-d]; the ring of the other four turns right-handed about it, so that
// {m[d], m[5-d], ring[i], ring[i+1]} is positive.
constexpr std::array<std::array<int, 4>, 3> k_rings = {{{1, 2, 4, 3}, {0, 3, 5, 2}, {0, 1, 5, 4}}};

int shortest_diagonal(const std::vector<Point> &points, const std::array<Index, 6> &m) {
  int shortest = 0;
  double length = 0;
  for (int d = 0; d < 3; ++d) {
    const Point along = points[m[5 - d]] - points[m[d]];
    const double squared = dot(along, along);
    if (d == 0 || squared < length) {
      shortest = d;
      length = squared;
    }
  }
  return shortest;
}

// The children of a tet that is cut along diagonal d, by its nodes (0 to 3) and midpoints (4 + k).
std::array<std::array<int, 4>, 8> local_children(int d) {
  const std::array<int, 4> &r = k_rings[d];
  std::array<std::array<int, 4>, 8> children = {
      {{0, 4, 5, 6}, {4, 1, 7, 8}, {5, 7, 2, 9}, {6, 8, 9, 3}}};
  for (int i = 0; i < 4; ++i)
    children[4 + i] = {4 + d, 4 + 5 - d, 4 + r[i], 4 + r[(i + 1) % 4]};
  return children;
}

// The points on the edges of the children of curved tets, each computed once and stored by the
// coarse entity inside which it lies: two for each edge (the one near its lower node first), three
// for each facet (each near one of its ascending nodes), one for each tet. With x(l) = sum l_i (2
// l_i - 1) x_i + sum 4 l_a l_b m_ab their barycentric coordinates are 3/4, 1/4; 1/2, 1/4, 1/4; and
// 1/4 four times.
class CurvedMiddles {
public:
  CurvedMiddles(const TetMesh &coarse, const TetTopology &topology)
      : coarse_(coarse), topology_(topology), faces_begin_(2 * topology.edges.size()),
        tets_begin_(faces_begin_ + 3 * topology.faces.size()) {
    to_index(tets_begin_ + coarse.tets.size(), "points on edges after refinement");
  }

  // The points of all coarse edges, which become nodes.
  std::vector<Point> of_edges() const {
    std::vector<Point> middles(topology_.edges.size());
    for (std::size_t t = 0; t < coarse_.tets.size(); ++t)
      for (int k = 0; k < 6; ++k)
        middles[topology_.tet_edges[t][k]] = coarse_.edge_points[coarse_.tet_edge_points[t][k]];
    return middles;
  }

  std::vector<Point> of_children(const std::vector<Point> &m, int threads) const {
    const std::vector<Point> &x = coarse_.points;
    std::vector<Point> points(tets_begin_ + coarse_.tets.size());
    parallel_chunks(topology_.edges.size(), threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t e = begin; e < end; ++e)
        for (int near = 0; near < 2; ++near)
          points[2 * e + near] = 0.375 * x[topology_.edges[e][near]] -
                                 0.125 * x[topology_.edges[e][1 - near]] + 0.75 * m[e];
    });
    parallel_chunks(topology_.faces.size(), threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t f = begin; f < end; ++f)
        for (int near = 0; near < 3; ++near) {
          const std::array<Index, 3> &nodes = topology_.faces[f];
          const Index a = nodes[near], b = nodes[(near + 1) % 3], c = nodes[(near + 2) % 3];
          points[faces_begin_ + 3 * f + near] =
              -0.125 * (x[b] + x[c]) +
              0.5 * (m[find_edge(topology_, a, b)] + m[find_edge(topology_, a, c)]) +
              0.25 * m[find_edge(topology_, b, c)];
        }
    });
    parallel_chunks(coarse_.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t) {
        Point sum = {0, 0, 0};
        for (const Index node : coarse_.tets[t])
          sum = sum + -0.125 * x[node];
        for (const Index edge : topology_.tet_edges[t])
          sum = sum + 0.25 * m[edge];
        points[tets_begin_ + t] = sum;
      }
    });
    return points;
  }

  // The number of the point between two nodes of a child (numbered 0 to 9 as in local_children).
  Index between(std::size_t t, int p, int q) const {
    std::array<int, 4> quarters = {0, 0, 0, 0}; // barycentric coordinates in quarters
    for (const int node : {p, q})
      for (int end = 0; end < 2; ++end)
        ++quarters[node < 4 ? node : k_tet_edges[node - 4][end]];
    const Tet &nodes = coarse_.tets[t];
    int near = 0; // the tet's node with the largest part
    for (int i = 1; i < 4; ++i)
      if (quarters[i] > quarters[near])
        near = i;
    if (quarters[near] == 3) {
      const Index edge = topology_.tet_edges[t][(p < 4 ? q : p) - 4];
      return 2 * edge + (topology_.edges[edge][1] == nodes[near]);
    }
    if (quarters[near] == 1)
      return static_cast<Index>(tets_begin_ + t);
    int opposite = 0;
    while (quarters[opposite] != 0)
      ++opposite;
    const Index face = topology_.tet_faces[t][opposite];
    int position = 0;
    while (topology_.faces[face][position] != nodes[near])
      ++position;
    return static_cast<Index>(faces_begin_ + 3 * static_cast<std::size_t>(face)) + position;
  }

private:
  const TetMesh &coarse_;
  const TetTopology &topology_;
  std::size_t faces_begin_, tets_begin_;
};

void refine_triangles(const TetMesh &coarse, const TetTopology &topology, int threads,
                      TetMesh &fine) {
  const std::size_t old_points = coarse.points.size();
  fine.triangles.resize(4 * coarse.triangles.size());
  fine.triangle_group.resize(4 * coarse.triangles.size());
  parallel_chunks(coarse.triangles.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::array<Index, 3> &v = coarse.triangles[i];
      for (Index n : v)
        if (n < 0 || static_cast<std::size_t>(n) >= old_points)
          throw InputError(fmt::format("triangle {} names node {}, but the mesh has nodes 0 to {}",
                                       i, n, old_points - 1));
      std::array<Index, 3> m; // opposite node k
      for (int k = 0; k < 3; ++k) {
        const Index edge = find_edge(topology, v[(k + 1) % 3], v[(k + 2) % 3]);
        if (edge < 0)
          throw InputError(fmt::format("triangle {} (nodes {}, {}, {}) is no facet of any tet; the "
                                       "surface mesh must be part of the volume mesh",
                                       i, v[0], v[1], v[2]));
        m[k] = static_cast<Index>(old_points) + edge;
      }
      fine.triangles[4 * i] = {v[0], m[2], m[1]};
      fine.triangles[4 * i + 1] = {m[2], v[1], m[0]};
      fine.triangles[4 * i + 2] = {m[1], m[0], v[2]};
      fine.triangles[4 * i + 3] = {m[0], m[1], m[2]};
      std::fill_n(fine.triangle_group.begin() + 4 * i, 4, coarse.triangle_group[i]);
    }
  });
}

TetMesh refine_once(const TetMesh &coarse, int threads,
                    std::vector<NodeParents> *parents = nullptr) {
  to_index(8 * static_cast<std::uint64_t>(coarse.tets.size()), "tets after refinement");
  TopologyOptions options;
  options.faces = coarse.is_curved();
  options.node_tets = false;
  options.threads = threads;
  const TetTopology topology = make_topology(coarse, options);
  const std::size_t old_points = coarse.points.size();
  to_index(old_points + topology.edges.size(), "nodes after refinement");
  const auto midpoint = [&](Index edge) { return static_cast<Index>(old_points) + edge; };

  if (parents != nullptr) {
    parents->resize(old_points);
    for (std::size_t n = 0; n < old_points; ++n)
      (*parents)[n] = {static_cast<Index>(n), static_cast<Index>(n)};
    parents->insert(parents->end(), topology.edges.begin(), topology.edges.end());
  }

  TetMesh fine;
  fine.groups = coarse.groups;
  fine.points = coarse.points;
  fine.points.resize(old_points + topology.edges.size());
  const CurvedMiddles curved(coarse, topology);
  if (coarse.is_curved()) {
    check_edge_points(coarse, topology);
    const std::vector<Point> middles = curved.of_edges();
    std::copy(middles.begin(), middles.end(),
              fine.points.begin() + static_cast<std::ptrdiff_t>(old_points));
    fine.edge_points = curved.of_children(middles, threads);
    fine.tet_edge_points.resize(8 * coarse.tets.size());
  }
  parallel_chunks(topology.edges.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end && !coarse.is_curved(); ++e)
      fine.points[old_points + e] =
          0.5 * (coarse.points[topology.edges[e][0]] + coarse.points[topology.edges[e][1]]);
  });

  fine.tets.resize(8 * coarse.tets.size());
  fine.tet_group.resize(8 * coarse.tets.size());
  parallel_chunks(coarse.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      std::array<Index, 10> nodes;
      std::array<Index, 6> m;
      for (int k = 0; k < 6; ++k)
        m[k] = nodes[4 + k] = midpoint(topology.tet_edges[t][k]);
      std::copy(coarse.tets[t].begin(), coarse.tets[t].end(), nodes.begin());
      const auto children = local_children(shortest_diagonal(fine.points, m));
      for (int c = 0; c < 8; ++c) {
        for (int i = 0; i < 4; ++i)
          fine.tets[8 * t + c][i] = nodes[children[c][i]];
        for (int k = 0; k < 6 && coarse.is_curved(); ++k)
          fine.tet_edge_points[8 * t + c][k] =
              curved.between(t, children[c][k_tet_edges[k][0]], children[c][k_tet_edges[k][1]]);
      }
      std::fill_n(fine.tet_group.begin() + 8 * t, 8, coarse.tet_group[t]);
    }
  });
  refine_triangles(coarse, topology, threads, fine);
  return fine;
}

} // namespace

TetMesh refine(const TetMesh &mesh, int times, int threads) {
  if (times < 0)
    throw InputError(fmt::format("a mesh cannot be refined {} times", times));
  if (times == 0)
    return mesh;
  TetMesh fine = refine_once(mesh, threads);
  for (int i = 1; i < times; ++i)
    fine = refine_once(fine, threads);
  return fine;
}

RefinedMesh refine_with_parents(const TetMesh &mesh, int threads) {
  RefinedMesh refined;
  refined.mesh = refine_once(mesh, threads, &refined.parents);
  return refined;
}

} // namespace curlew
