#include "feeds.hpp"

#include <curlew/core/error.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace curlew::fuzz {
namespace {

void require(bool condition, const char *promise) {
  if (!condition) {
    throw std::logic_error(promise);
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
    for (const double coordinate : mesh.points[i]) {
      require(std::isfinite(coordinate), "coordinates are finite");
    }
  }
  for (const Index group : mesh.tet_group) {
    require(mesh.groups.at(group).dimension == 3, "tets lie in volume groups");
  }
  for (const Index group : mesh.triangle_group) {
    require(mesh.groups.at(group).dimension == 2, "triangles lie in surface groups");
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

} // namespace curlew::fuzz
