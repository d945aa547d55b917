#include <curlew/methods/mom/surface.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/mom/unfold.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::mom {
namespace {

int corner_opposite(const SurfaceTopology &topology, Index face, Index edge) {
  const auto &edges = topology.triangle_edges[face];
  return static_cast<int>(std::find(edges.begin(), edges.end(), edge) - edges.begin());
}

constexpr std::array k_types = {ImagePlane::Type::pec, ImagePlane::Type::pmc};

// Returns the bit of a plane of one of these types that both ends of an edge lie in, or 0.
template <class Types>
int plane_of(const Surface &surface, const std::array<Index, 2> &edge, const Types &types) {
  const auto lies_in = [&](const ImagePlane &plane) {
    return surface.mesh.points[edge[0]][plane.axis] == plane.at_m &&
           surface.mesh.points[edge[1]][plane.axis] == plane.at_m;
  };
  for (std::size_t p = 0; p < surface.planes.size(); ++p)
    if (std::find(types.begin(), types.end(), surface.planes[p].type) != types.end() &&
        lies_in(surface.planes[p]))
      return 1 << p;
  return 0;
}

// `types`: types of the planes through which currents flow into their images.
template <class Types>
std::vector<BasisFunction> make_basis(const Surface &surface, const Types &types) {
  const SurfaceTopology &topology = surface.topology;
  std::vector<BasisFunction> basis;
  for (std::size_t e = 0; e < topology.edges.size(); ++e) {
    const auto edge = static_cast<Index>(e);
    const Index first = topology.edge_triangles[topology.edge_offset[e]];
    const Point along =
        surface.mesh.points[topology.edges[e][1]] - surface.mesh.points[topology.edges[e][0]];
    const double length = std::sqrt(dot(along, along));
    const int corner = corner_opposite(topology, first, edge);
    for (Offset k = topology.edge_offset[e] + 1; k < topology.edge_offset[e + 1]; ++k) {
      const Index other = topology.edge_triangles[k];
      basis.push_back(
          {{first, other}, {corner, corner_opposite(topology, other, edge)}, length, edge});
    }
    if (const int image = plane_of(surface, topology.edges[e], types))
      basis.push_back({{first, first + image * surface.face_count()},
                       {corner, image_corner(image, corner)},
                       length,
                       edge});
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
  // An image adds no half of its own.
  const auto sides = [&](const BasisFunction &f) {
    return f.face[1] < surface.face_count() ? 2 : 1;
  };
  for (const BasisFunction &f : surface.basis)
    for (int side = 0; side < sides(f); ++side)
      ++count[slot(f, side) + 1];
  for (std::size_t i = 1; i < count.size(); ++i)
    count[i] += count[i - 1];
  surface.slot_offset = count;
  surface.halves.resize(count.back());
  for (std::size_t n = 0; n < surface.basis.size(); ++n)
    for (int side = 0; side < sides(surface.basis[n]); ++side) {
      const BasisFunction &f = surface.basis[n];
      surface.halves[count[slot(f, side)]++] = {static_cast<Index>(n),
                                                side == 0 ? f.length_m : -f.length_m};
    }
}

std::vector<Face> make_faces(const TriMesh &mesh, int threads) {
  std::vector<Face> faces(mesh.triangles.size());
  parallel_chunks(faces.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      double corner[3][3];
      for (int i = 0; i < 3; ++i)
        for (int d = 0; d < 3; ++d)
          corner[i][d] = mesh.points[mesh.triangles[f][i]][d];
      faces[f] = make_face(corner);
    }
  });
  return faces;
}

// Orients the surface, and finds its closed parts, together with its images.
void orient_with_images(Surface &surface, int threads) {
  TriMesh all = unfold(surface.mesh, surface.planes);
  SurfaceTopology topology = make_surface_topology(all, threads);
  if (orient_surfaces(all, topology) > 0)
    topology = make_surface_topology(all, threads);
  const std::size_t own = surface.mesh.triangles.size();
  surface.mesh.triangles.assign(all.triangles.begin(),
                                all.triangles.begin() + static_cast<std::ptrdiff_t>(own));
  surface.topology = make_surface_topology(surface.mesh, threads);
  for (std::size_t t = 0; t < own; ++t)
    surface.topology.part_is_closed[surface.topology.triangle_part[t]] =
        topology.part_is_closed[topology.triangle_part[t]];
}

} // namespace

Surface make_surface(TriMesh mesh, int threads, const std::vector<ImagePlane> &planes) {
  Surface surface;
  surface.planes = planes;
  surface.mesh = std::move(mesh);
  if (planes.empty()) {
    surface.topology = make_surface_topology(surface.mesh, threads);
    // Turned triangles have other edges: the topology is then made again.
    if (orient_surfaces(surface.mesh, surface.topology) > 0)
      surface.topology = make_surface_topology(surface.mesh, threads);
  } else {
    snap_to_planes(surface.mesh, planes);
    orient_with_images(surface, threads);
  }
  surface.faces = make_faces(surface.mesh, threads);
  surface.basis = make_basis(surface, std::array{ImagePlane::Type::pec});
  if (surface.basis.empty())
    throw InputError("no two triangles of the surface share an edge: no current can flow. Are the "
                     "triangles joined (nodes merged)?");
  make_slots(surface);
  const auto &closed = surface.topology.part_is_closed;
  surface.is_closed = std::all_of(closed.begin(), closed.end(), [](char c) { return c != 0; });
  return surface;
}

Surface all_functions(const Surface &surface) {
  Surface all = surface;
  all.basis = make_basis(surface, k_types);
  make_slots(all);
  return all;
}

bool carries(const Surface &surface, const BasisFunction &function, Current current) {
  const auto type = current == Current::electric ? ImagePlane::Type::pec : ImagePlane::Type::pmc;
  return function.face[1] < surface.face_count() ||
         plane_of(surface, surface.topology.edges[function.edge], std::array{type}) != 0;
}

Surface with_images(const Surface &surface, Current current) {
  Surface all = surface;
  if (surface.planes.empty())
    return all;
  all.copies = 1 << surface.planes.size();
  all.mesh = unfold(surface.mesh, surface.planes);
  all.faces = make_faces(all.mesh, 0);
  for (int image = 1; image < all.copies; ++image) {
    double sign = 1;
    for (std::size_t p = 0; p < surface.planes.size(); ++p)
      if ((image >> p & 1) != 0 &&
          (surface.planes[p].type == ImagePlane::Type::pec) == (current == Current::electric))
        sign = -sign;
    all.image_sign.push_back(sign);
    for (std::size_t f = 0; f < surface.faces.size(); ++f)
      for (int i = 0; i < 3; ++i) {
        // image_corner() is its own inverse.
        const std::size_t slot = 3 * f + image_corner(image, i);
        for (Index h = surface.slot_offset[slot]; h < surface.slot_offset[slot + 1]; ++h)
          all.halves.push_back({surface.halves[h].basis, sign * surface.halves[h].weight});
        all.slot_offset.push_back(static_cast<Index>(all.halves.size()));
      }
  }
  return all;
}

int side_of(const Surface &surface, const ImagePlane &plane) {
  double sum = 0;
  for (const Face &face : surface.faces)
    sum += face.centroid[plane.axis] - plane.at_m;
  return sum < 0 ? -1 : 1;
}

double mean_edge_m(const Surface &surface) {
  double sum = 0;
  for (const BasisFunction &f : surface.basis)
    sum += f.length_m;
  return sum / surface.unknowns();
}

std::string edge_text(const Surface &surface, Index edge) {
  const Point &a = surface.mesh.points[surface.topology.edges[edge][0]];
  const Point &b = surface.mesh.points[surface.topology.edges[edge][1]];
  return fmt::format("the edge from ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g}) m", a[0],
                     a[1], a[2], b[0], b[1], b[2]);
}

} // namespace curlew::mom
