#include <curlew/core/mesh/surface_reorder.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/spatial_order.hpp>

namespace curlew {

TriMesh reorder(TriMesh mesh, MeshOrder order, int threads) {
  if (order == MeshOrder::none)
    return mesh;
  if (order != MeshOrder::spatial)
    throw InputError("triangles of surfaces are ordered \"spatial\" or \"none\" only");
  const std::vector<Index> from = spatial_order(mesh.points, mesh.triangles, {}, threads);
  mesh.triangles = gathered(mesh.triangles, from, threads);
  mesh.triangle_group = gathered(mesh.triangle_group, from, threads);
  const std::vector<Index> number = number_as_met(mesh.triangles, mesh.points.size(), threads);
  renumber(mesh.triangles, number, threads);
  renumber(mesh.lines, number, threads);
  mesh.points = scattered(mesh.points, number, threads);
  return mesh;
}

} // namespace curlew
