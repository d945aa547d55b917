#include <curlew/io/mesh/load_mesh.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/memory.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/refine.hpp>
#include <curlew/core/mesh/reorder.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/schema/validate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

// Memory of a mesh while it is made, refined and reordered (measured: a box of 8 M tets).
constexpr double k_bytes_per_tet = 120;

void require_computable(const Case &input, const TetMesh &mesh) {
  for (const Point &point : mesh.points)
    for (const double coordinate : point)
      if (std::abs(coordinate) > k_largest_case_number)
        throw InputError(fmt::format("{}: a node lies at ({:g}, {:g}, {:g}) m, and coordinates are "
                                     "at most {:g} m: is \"length_unit\" right?",
                                     input.where("/mesh"), point[0], point[1], point[2],
                                     k_largest_case_number));
}

} // namespace

MeshHierarchy load_mesh_hierarchy(const Case &input, int most_levels, CurvedTets curved) {
  const MeshSpec &spec = input.mesh;
  TetMesh mesh;
  if (spec.file.empty()) {
    const auto &box = spec.box;
    require_memory(6.0 * box.cells[0] * box.cells[1] * box.cells[2] * std::pow(8.0, spec.refine),
                   "tets", k_bytes_per_tet, input.where("/mesh/box"));
    mesh = make_box(box.size_m, box.cells, box.origin_m, box.jitter, box.seed);
  } else {
    mesh = read_gmsh(spec.file, spec.length_unit_m, curved);
    require_computable(input, mesh);
  }
  if (spec.refine > 0) {
    require_memory(static_cast<double>(mesh.tets.size()) * std::pow(8.0, spec.refine), "tets",
                   k_bytes_per_tet, input.where("/mesh/refine"));
  }
  const int kept = std::min(spec.refine, std::max(0, most_levels - 1));
  return make_hierarchy(refine(mesh, spec.refine - kept), kept, spec.reorder);
}

TetMesh load_mesh(const Case &input, CurvedTets curved) {
  return std::move(load_mesh_hierarchy(input, 1, curved).levels.back());
}

} // namespace curlew
