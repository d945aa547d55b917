#include <curlew/core/mesh/refine.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <fmt/format.h>

namespace curlew {
namespace {

using Tet = std::array<Index, 4>;

// The four tets around a diagonal of the octahedron of midpoints m (numbered like k_tet_edges). The
// diagonal joins m[d] to m[5-d]; the ring of the other four goes round it right-handed, so that
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

void cut_tet(const Tet &v, const std::array<Index, 6> &m, const std::vector<Point> &points,
             Tet *children) {
  children[0] = {v[0], m[0], m[1], m[2]};
  children[1] = {m[0], v[1], m[3], m[4]};
  children[2] = {m[1], m[3], v[2], m[5]};
  children[3] = {m[2], m[4], m[5], v[3]};
  const int d = shortest_diagonal(points, m);
  const std::array<int, 4> &ring = k_rings[d];
  for (int i = 0; i < 4; ++i)
    children[4 + i] = {m[d], m[5 - d], m[ring[i]], m[ring[(i + 1) % 4]]};
}

TetMesh refine_once(const TetMesh &coarse, int threads) {
  to_index(8 * static_cast<std::uint64_t>(coarse.tets.size()), "tets after refinement");
  TopologyOptions options;
  options.faces = options.node_tets = false;
  options.threads = threads;
  const TetTopology topology = make_topology(coarse, options);
  const std::size_t old_points = coarse.points.size();
  to_index(old_points + topology.edges.size(), "nodes after refinement");
  const auto midpoint = [&](Index edge) { return static_cast<Index>(old_points) + edge; };

  TetMesh fine;
  fine.groups = coarse.groups;
  fine.points = coarse.points;
  fine.points.resize(old_points + topology.edges.size());
  parallel_chunks(topology.edges.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e)
      fine.points[old_points + e] =
          0.5 * (coarse.points[topology.edges[e][0]] + coarse.points[topology.edges[e][1]]);
  });

  fine.tets.resize(8 * coarse.tets.size());
  fine.tet_group.resize(8 * coarse.tets.size());
  parallel_chunks(coarse.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      std::array<Index, 6> m;
      for (int k = 0; k < 6; ++k)
        m[k] = midpoint(topology.tet_edges[t][k]);
      cut_tet(coarse.tets[t], m, fine.points, &fine.tets[8 * t]);
      std::fill_n(fine.tet_group.begin() + 8 * t, 8, coarse.tet_group[t]);
    }
  });

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
        m[k] = midpoint(edge);
      }
      fine.triangles[4 * i] = {v[0], m[2], m[1]};
      fine.triangles[4 * i + 1] = {m[2], v[1], m[0]};
      fine.triangles[4 * i + 2] = {m[1], m[0], v[2]};
      fine.triangles[4 * i + 3] = {m[0], m[1], m[2]};
      std::fill_n(fine.triangle_group.begin() + 4 * i, 4, coarse.triangle_group[i]);
    }
  });
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

} // namespace curlew
