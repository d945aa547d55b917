#include "feeds.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/surface_topology.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>
#include <vector>

namespace curlew::fuzz {
namespace {

void require(bool condition, const char *promise) {
  if (!condition) {
    throw std::logic_error(promise);
  }
}

void check_finite(const std::vector<Point> &points) {
  for (const Point &point : points) {
    for (const double coordinate : point) {
      require(std::isfinite(coordinate), "coordinates are finite");
    }
  }
}

void check_promises(const TetMesh &mesh) {
  require(!mesh.tets.empty(), "a mesh has tets");
  require(mesh.tet_group.size() == mesh.tets.size(), "each tet has a group");
  require(mesh.triangle_group.size() == mesh.triangles.size(), "each triangle has a group");
  std::vector<char> is_used(mesh.points.size(), 0);
  for (const auto &tet : mesh.tets) {
    for (const Index node : tet) {
      is_used.at(node) = 1;
    }
  }
  for (const auto &triangle : mesh.triangles) {
    for (const Index node : triangle) {
      mesh.points.at(node);
    }
  }
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    require(is_used[i] != 0, "each node belongs to a tet");
  }
  check_finite(mesh.points);
  for (const Index group : mesh.tet_group) {
    require(mesh.groups.at(group).dimension == 3, "tets lie in volume groups");
  }
  for (const Index group : mesh.triangle_group) {
    require(mesh.groups.at(group).dimension == 2, "triangles lie in surface groups");
  }
}

void check_promises(const TriMesh &mesh) {
  require(!mesh.triangles.empty(), "a mesh of surfaces has triangles");
  require(mesh.triangle_group.size() == mesh.triangles.size(), "each triangle has a group");
  require(mesh.line_group.size() == mesh.lines.size(), "each line has a group");
  check_finite(mesh.points);
  const SurfaceTopology topology =
      make_surface_topology(mesh, 1); // all nodes are there, no two same
  std::vector<char> is_used(mesh.points.size(), 0);
  for (const auto &edge : topology.edges) {
    is_used[edge[0]] = is_used[edge[1]] = 1;
  }
  for (const char used : is_used) {
    require(used != 0, "each node belongs to a triangle");
  }
  const std::set<std::array<Index, 2>> edges(topology.edges.begin(), topology.edges.end());
  for (const auto &line : mesh.lines) {
    require(edges.count({std::min(line[0], line[1]), std::max(line[0], line[1])}) != 0,
            "lines are edges of triangles");
  }
  for (const Index group : mesh.triangle_group) {
    require(mesh.groups.at(group).dimension == 2, "triangles lie in surface groups");
  }
  for (const Index group : mesh.line_group) {
    require(mesh.groups.at(group).dimension == 1, "lines lie in curve groups");
  }
}

} // namespace

bool feed_gmsh(std::string_view content) {
  try {
    check_promises(parse_gmsh(content, "fuzz.msh", 1));
    return true;
  } catch (const Error &) {
    return false;
  }
}

bool feed_surface(std::string_view content) {
  try {
    check_promises(parse_gmsh_surface(content, "fuzz.msh", 1));
    return true;
  } catch (const Error &) {
    return false;
  }
}

} // namespace curlew::fuzz
