#include <curlew/io/mesh/load_surface.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/memory.hpp>
#include <curlew/core/mesh/surface_refine.hpp>
#include <curlew/core/mesh/surface_reorder.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew {
namespace {

// Memory of a mesh while it is refined, ordered and examined for defects, edges included (measured:
// a sphere of 5.2 M triangles).
constexpr double k_bytes_per_triangle = 200;

void check(const Case &input) {
  const MeshSpec &spec = input.mesh;
  if (spec.file.empty())
    throw InputError(fmt::format("{}: a box of tetrahedra has no surface mesh: give \"file\", a "
                                 "Gmsh mesh of surfaces",
                                 input.where("/mesh/box")));
  if (spec.file.extension() != ".msh")
    throw InputError(fmt::format("{}: \"{}\": surfaces are read from Gmsh files, which end in "
                                 "\".msh\"",
                                 input.where("/mesh/file"), spec.file.filename().string()));
  if (spec.reorder != MeshOrder::spatial && spec.reorder != MeshOrder::none)
    throw InputError(fmt::format("{}: a surface mesh is ordered \"spatial\" or \"none\"",
                                 input.where("/mesh/reorder")));
}

} // namespace

TriMesh load_surface(const Case &input) {
  check(input);
  const MeshSpec &spec = input.mesh;
  TriMesh mesh = read_gmsh_surface(spec.file, spec.length_unit_m);
  require_memory(static_cast<double>(mesh.triangles.size()) * std::pow(4.0, spec.refine),
                 "triangles", k_bytes_per_triangle, input.where("/mesh/refine"));
  if (spec.refine > 0)
    mesh = refine(mesh, spec.refine);
  return reorder(std::move(mesh), spec.reorder);
}

} // namespace curlew
