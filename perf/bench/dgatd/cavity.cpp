#include <curlew/perf/bench/dgatd/cavity.hpp>

#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/reorder.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgatd/scheme/variants.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::dgatd {

Problem cavity(LocalMesh local) {
  Case input;
  Material vacuum;
  vacuum.name = "vacuum";
  input.materials = {vacuum};
  for (const MeshGroup &group : local.mesh.groups)
    if (group.dimension == 3)
      input.regions[group.label()] = vacuum.name;
  input.boundaries = {{"default", Pec{}}};
  return make_problem(input, std::move(local));
}

TetMesh box_cavity_mesh(double unknowns) {
  constexpr double k_unknowns_per_tet = 3.18; // ratio for large boxes
  require_memory(unknowns / k_unknowns_per_tet, "tets", find_variant("fused").bytes_per_tet,
                 fmt::format("bench --sizes {:.0f}", unknowns));
  // A Kuhn box of n^3 cells has about 7 n^3 edges and 12 n^3 faces.
  const Index n = std::max<Index>(2, static_cast<Index>(std::lround(std::cbrt(unknowns / 19))));
  return reorder(make_box({1, 1, 1}, {n, n, n}, {0, 0, 0}, 0.2, 1), MeshOrder::spatial);
}

} // namespace curlew::dgatd
