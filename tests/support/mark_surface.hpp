#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace curlew::test {

// Adds a group of all faces of tets for whose three nodes the predicate is true.
template <class Predicate>
void mark_surface(TetMesh &mesh, const std::string &name, Predicate &&is_on) {
  mesh.groups.push_back({2, 98, name});
  std::set<std::array<Index, 3>> seen;
  for (const auto &tet : mesh.tets)
    for (int out = 0; out < 4; ++out) {
      std::array<Index, 3> face{};
      std::array<Point, 3> corners;
      for (int v = 0, at = 0; v < 4; ++v)
        if (v != out) {
          face[at] = tet[v];
          corners[at++] = mesh.points[tet[v]];
        }
      std::sort(face.begin(), face.end());
      if (!is_on(corners) || !seen.insert(face).second)
        continue;
      mesh.triangles.push_back(face);
      mesh.triangle_group.push_back(static_cast<Index>(mesh.groups.size() - 1));
    }
}

} // namespace curlew::test
