#include <curlew/core/mesh/surface_refine.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/surface_topology.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace curlew {
namespace {

void cut_triangles(const TriMesh &coarse, const SurfaceTopology &topology, int threads,
                   TriMesh &fine) {
  const auto old_points = static_cast<Index>(coarse.points.size());
  fine.triangles.resize(4 * coarse.triangles.size());
  fine.triangle_group.resize(4 * coarse.triangles.size());
  parallel_chunks(coarse.triangles.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      const std::array<Index, 3> &v = coarse.triangles[t];
      std::array<Index, 3> m; // midpoint of the edge opposite to node i
      for (int i = 0; i < 3; ++i)
        m[i] = old_points + topology.triangle_edges[t][i];
      fine.triangles[4 * t] = {v[0], m[2], m[1]};
      fine.triangles[4 * t + 1] = {m[2], v[1], m[0]};
      fine.triangles[4 * t + 2] = {m[1], m[0], v[2]};
      fine.triangles[4 * t + 3] = {m[0], m[1], m[2]};
      std::fill_n(fine.triangle_group.begin() + 4 * t, 4, coarse.triangle_group[t]);
    }
  });
}

// The edge of each line.
std::vector<Index> line_edges(const TriMesh &mesh, const SurfaceTopology &topology) {
  std::map<std::array<Index, 2>, Index> edge_of;
  for (const auto &line : mesh.lines)
    edge_of[{std::min(line[0], line[1]), std::max(line[0], line[1])}] = -1;
  for (std::size_t e = 0; e < topology.edges.size() && !edge_of.empty(); ++e)
    if (const auto found = edge_of.find(topology.edges[e]); found != edge_of.end())
      found->second = static_cast<Index>(e);
  std::vector<Index> result;
  for (const auto &line : mesh.lines) {
    result.push_back(edge_of[{std::min(line[0], line[1]), std::max(line[0], line[1])}]);
    if (result.back() < 0)
      throw InputError(fmt::format("line {} (nodes {}, {}) is no edge of a triangle",
                                   result.size() - 1, line[0], line[1]));
  }
  return result;
}

TriMesh refine_once(const TriMesh &coarse, int threads) {
  to_index(12 * static_cast<std::uint64_t>(coarse.triangles.size()),
           "sides of triangles after refinement");
  const SurfaceTopology topology = make_surface_topology(coarse, threads);
  const std::size_t old_points = coarse.points.size();
  to_index(old_points + topology.edges.size(), "nodes after refinement");

  TriMesh fine;
  fine.groups = coarse.groups;
  fine.points = coarse.points;
  fine.points.resize(old_points + topology.edges.size());
  parallel_chunks(topology.edges.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e)
      fine.points[old_points + e] =
          0.5 * (coarse.points[topology.edges[e][0]] + coarse.points[topology.edges[e][1]]);
  });
  cut_triangles(coarse, topology, threads, fine);
  const std::vector<Index> edges = line_edges(coarse, topology);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Index middle = static_cast<Index>(old_points) + edges[i];
    fine.lines.push_back({coarse.lines[i][0], middle});
    fine.lines.push_back({middle, coarse.lines[i][1]});
    fine.line_group.insert(fine.line_group.end(), 2, coarse.line_group[i]);
  }
  return fine;
}

} // namespace

TriMesh refine(const TriMesh &mesh, int times, int threads) {
  if (times < 0)
    throw InputError(fmt::format("a mesh cannot be refined {} times", times));
  if (times == 0)
    return mesh;
  TriMesh fine = refine_once(mesh, threads);
  for (int i = 1; i < times; ++i)
    fine = refine_once(fine, threads);
  return fine;
}

} // namespace curlew
