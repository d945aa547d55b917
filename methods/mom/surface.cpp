#include <curlew/methods/mom/surface.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::mom {
namespace {

int corner_opposite(const SurfaceTopology &topology, Index face, Index edge) {
  const auto &edges = topology.triangle_edges[face];
  return static_cast<int>(std::find(edges.begin(), edges.end(), edge) - edges.begin());
}

std::vector<BasisFunction> make_basis(const TriMesh &mesh, const SurfaceTopology &topology) {
  std::vector<BasisFunction> basis;
  for (std::size_t e = 0; e < topology.edges.size(); ++e) {
    const auto edge = static_cast<Index>(e);
    const Index first = topology.edge_triangles[topology.edge_offset[e]];
    const Point along = mesh.points[topology.edges[e][1]] - mesh.points[topology.edges[e][0]];
    for (Offset k = topology.edge_offset[e] + 1; k < topology.edge_offset[e + 1]; ++k) {
      const Index other = topology.edge_triangles[k];
      basis.push_back(
          {{first, other},
           {corner_opposite(topology, first, edge), corner_opposite(topology, other, edge)},
           std::sqrt(dot(along, along)),
           edge});
    }
  }
  std::sort(basis.begin(), basis.end(), [](const BasisFunction &a, const BasisFunction &b) {
    return std::tie(a.face, a.edge) < std::tie(b.face, b.edge);
  });
  return basis;
}

void make_slots(Surface &surface) {
  std::vector<Index> count(3 * surface.faces.size() + 1, 0);
  const auto slot = [&](const BasisFunction &f, int side) {
    return 3 * static_cast<std::size_t>(f.face[side]) + f.corner[side];
  };
  for (const BasisFunction &f : surface.basis)
    for (const int side : {0, 1})
      ++count[slot(f, side) + 1];
  for (std::size_t i = 1; i < count.size(); ++i)
    count[i] += count[i - 1];
  surface.slot_offset = count;
  surface.halves.resize(count.back());
  for (std::size_t n = 0; n < surface.basis.size(); ++n)
    for (const int side : {0, 1}) {
      const BasisFunction &f = surface.basis[n];
      surface.halves[count[slot(f, side)]++] = {static_cast<Index>(n),
                                                side == 0 ? f.length_m : -f.length_m};
    }
}

} // namespace

Surface make_surface(TriMesh mesh, int threads) {
  Surface surface;
  surface.topology = make_surface_topology(mesh, threads);
  if (orient_surfaces(mesh, surface.topology) > 0) // which renames the edges of what it turns
    surface.topology = make_surface_topology(mesh, threads);
  surface.mesh = std::move(mesh);
  surface.faces.resize(surface.mesh.triangles.size());
  parallel_chunks(surface.faces.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      double corner[3][3];
      for (int i = 0; i < 3; ++i)
        for (int d = 0; d < 3; ++d)
          corner[i][d] = surface.mesh.points[surface.mesh.triangles[f][i]][d];
      surface.faces[f] = make_face(corner);
    }
  });
  surface.basis = make_basis(surface.mesh, surface.topology);
  if (surface.basis.empty())
    throw InputError("no two triangles of the surface share an edge: no current can flow. Are the "
                     "triangles joined (nodes merged)?");
  make_slots(surface);
  const auto &closed = surface.topology.part_is_closed;
  surface.is_closed = std::all_of(closed.begin(), closed.end(), [](char c) { return c != 0; });
  return surface;
}

double mean_edge_m(const Surface &surface) {
  double sum = 0;
  for (const BasisFunction &f : surface.basis)
    sum += f.length_m;
  return sum / surface.unknowns();
}

} // namespace curlew::mom
