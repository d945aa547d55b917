#include <curlew/core/mesh/orient_surface.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/surface_topology.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>

namespace curlew {
namespace {

// The triangles in the order of their nodes, so that sums do not depend on the caller's order.
std::vector<std::size_t> sorted(const std::vector<SurfaceTriangle> &triangles) {
  std::vector<std::size_t> order(triangles.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return triangles[a].nodes < triangles[b].nodes; });
  return order;
}

// Returns a mesh of the triangles with nodes of its own.
TriMesh mesh_of(const std::vector<SurfaceTriangle> &triangles,
                const std::vector<std::size_t> &order) {
  TriMesh mesh;
  std::map<Index, Index> known;
  for (const std::size_t t : order) {
    std::array<Index, 3> nodes;
    for (int i = 0; i < 3; ++i) {
      const auto [found, is_new] =
          known.try_emplace(triangles[t].nodes[i], static_cast<Index>(mesh.points.size()));
      if (is_new)
        mesh.points.push_back(triangles[t].corners_m[i]);
      nodes[i] = found->second;
    }
    mesh.triangles.push_back(nodes);
  }
  return mesh;
}

void require_two_sides(const TriMesh &mesh, const SurfaceTopology &topology) {
  for (std::size_t e = 0; e < topology.edges.size(); ++e)
    if (const Offset count = topology.edge_offset[e + 1] - topology.edge_offset[e]; count > 2) {
      const Point &p = mesh.points[topology.edges[e][0]];
      throw std::invalid_argument(
          fmt::format("{} of its triangles meet in the edge at ({:.6g}, {:.6g}, {:.6g}) m", count,
                      p[0], p[1], p[2]));
    }
}

// True for each open part whose largest component of area is negative.
std::vector<bool> parts_to_turn(const TriMesh &mesh, const SurfaceTopology &topology) {
  std::vector<Point> areas(topology.parts, Point{0, 0, 0});
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto &n = mesh.triangles[t];
    const Point &x = mesh.points[n[0]];
    Point &area = areas[topology.triangle_part[t]];
    area = area + cross(mesh.points[n[1]] - x, mesh.points[n[2]] - x);
  }
  std::vector<bool> turns(topology.parts, false);
  for (Index part = 0; part < topology.parts; ++part) {
    const Point &area = areas[part];
    int largest = 0;
    for (int d = 1; d < 3; ++d)
      if (std::abs(area[d]) > std::abs(area[largest]) * (1 + 1e-9)) // on a tie, the first
        largest = d;
    turns[part] = !topology.part_is_closed[part] && area[largest] < 0;
  }
  return turns;
}

} // namespace

std::vector<std::int8_t> orient_surface(const std::vector<SurfaceTriangle> &triangles) {
  const std::vector<std::size_t> order = sorted(triangles);
  const TriMesh given = mesh_of(triangles, order);
  const SurfaceTopology topology = make_surface_topology(given, 1);
  require_two_sides(given, topology);
  TriMesh mesh = given;
  try {
    orient_surfaces(mesh, topology); // parts and closed parts stay the same
  } catch (const InputError &error) {
    throw std::invalid_argument(error.what());
  }
  const std::vector<bool> turns = parts_to_turn(mesh, topology);
  std::vector<std::int8_t> signs(triangles.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool agrees = mesh.triangles[i] == given.triangles[i];
    signs[order[i]] = agrees != turns[topology.triangle_part[i]] ? 1 : -1;
  }
  return signs;
}

} // namespace curlew
