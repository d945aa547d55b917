#include <curlew/methods/shared/setup/flat_facets.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/setup/plane_waves.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace curlew {
namespace {

constexpr double k_poor_radius = 0.01; // distance of facets from their surface over its radius
constexpr double k_small_share = 0.1;  // of the area of all walls, which curved facets may have
constexpr double k_smooth = 0.643;     // cosine of 50 degrees, beyond which facets form an edge
constexpr double k_flat = 0.02;        // edge over the radius, below which a facet is flat

// Times a surface's distance over the radius: of cross sections of bodies that are small against
// the wavelength, which go with the square of the volume, and of the rest at most.
constexpr double k_scattering_factor = 6, k_factor = 3;
constexpr double k_poor_scattering = 0.03;

struct CurvedSurface {
  double area_m2 = 0, off_m2 = 0; // of curved facets; times the distance over the radius
};

// A triangle of a conductor, an impedance, a magnetic wall, or between two media.
struct Facet {
  std::array<Index, 3> nodes;
  std::size_t surface = 0;
};

// Facets, by surfaces with a name each; `walls` come first, the others are between media.
struct Facets {
  std::vector<Facet> all;
  std::vector<std::string> names;
  std::size_t walls = 0;
  std::vector<std::string> bodies; // [surface - walls], with their volumes
};

bool is_wall(const Boundary *boundary) {
  return boundary != nullptr &&
         (holds<Pec>(*boundary) || holds<Pmc>(*boundary) || holds<SurfaceImpedanceSpec>(*boundary));
}

// The normal of each facet times its area, and the facets around each node.
struct Normals {
  std::vector<Point> area_m2;
  std::vector<std::vector<Index>> around;
};

Normals normals_of(const std::vector<Point> &points, const std::vector<Facet> &facets) {
  Normals normals;
  normals.around.resize(points.size());
  for (const Facet &facet : facets) {
    const auto &[a, b, c] = facet.nodes;
    for (const Index node : facet.nodes)
      normals.around[node].push_back(static_cast<Index>(normals.area_m2.size()));
    normals.area_m2.push_back(0.5 * cross(points[b] - points[a], points[c] - points[a]));
  }
  return normals;
}

// Returns the mean normal at a node of the surface that a triangle belongs to, on its side.
Point normal_at(const Normals &normals, Index node, const Point &own) {
  Point sum{0, 0, 0};
  for (const Index k : normals.around[node]) {
    const Point &other = normals.area_m2[k];
    const double cosine = dot(other, own) / (norm(other) * norm(own));
    if (std::abs(cosine) >= k_smooth)
      sum = sum + (cosine > 0 ? 1.0 : -1.0) * other;
  }
  return (1 / norm(sum)) * sum;
}

// Returns for each surface the area of its curved facets and their distance.
std::vector<CurvedSurface> curved_surfaces(const std::vector<Point> &points, const Facets &facets) {
  const Normals normals = normals_of(points, facets.all);
  std::vector<CurvedSurface> surfaces(facets.names.size());
  for (std::size_t k = 0; k < facets.all.size(); ++k) {
    const double area_m2 = norm(normals.area_m2[k]);
    if (area_m2 == 0)
      continue;
    const auto &nodes = facets.all[k].nodes;
    std::array<Point, 3> at;
    for (int i = 0; i < 3; ++i)
      at[i] = normal_at(normals, nodes[i], normals.area_m2[k]);
    double sagittas_m = 0, curvature = 0, edge_m = 0; // curvature in 1/m
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const Point edge = points[nodes[j]] - points[nodes[i]];
      const double bend_m = dot(edge, at[j] - at[i]), squared = dot(edge, edge);
      sagittas_m += bend_m / 8;
      curvature = std::max(curvature, std::abs(bend_m) / squared);
      edge_m = std::max(edge_m, std::sqrt(squared));
    }
    if (curvature * edge_m < k_flat)
      continue;
    CurvedSurface &surface = surfaces[facets.all[k].surface];
    surface.area_m2 += area_m2;
    surface.off_m2 += area_m2 * std::abs(sagittas_m) / 3 * curvature;
  }
  return surfaces;
}

// Returns the warning of the surface that is farthest off.
std::string warning_of(const Case &input, const std::vector<Point> &points, const Facets &facets,
                       const char *remedy) {
  const std::vector<CurvedSurface> surfaces = curved_surfaces(points, facets);
  std::array<double, 2> all_m2{}; // of walls, of surfaces between media
  for (const Facet &facet : facets.all) {
    const auto &[a, b, c] = facet.nodes;
    all_m2[facet.surface < facets.walls ? 0 : 1] += triangle_area(points[a], points[b], points[c]);
  }
  const bool scatters = has_plane_wave(input);
  const double poor = scatters ? k_poor_scattering / k_scattering_factor : k_poor_radius;
  std::size_t worst = surfaces.size();
  for (std::size_t s = 0; s < surfaces.size(); ++s)
    if (surfaces[s].area_m2 > k_small_share * all_m2[s < facets.walls ? 0 : 1] &&
        surfaces[s].off_m2 > poor * surfaces[s].area_m2 &&
        (worst == surfaces.size() || surfaces[s].off_m2 / surfaces[s].area_m2 >
                                         surfaces[worst].off_m2 / surfaces[worst].area_m2))
      worst = s;
  if (worst == surfaces.size())
    return {};
  const double off = surfaces[worst].off_m2 / surfaces[worst].area_m2;
  const std::string cost =
      scatters
          ? fmt::format("cross sections and powers of bodies smaller than the wavelength are "
                        "off by about {:.2g} %, of large ones by {:.2g} %",
                        100 * k_scattering_factor * off, 100 * 2 * off)
          : fmt::format("resonances, Q and powers are off by up to {:.2g} %", 100 * k_factor * off);
  const std::string volume =
      worst < facets.walls ? "its volume is the true one"
                           : facets.bodies[worst - facets.walls] + " is the volume that is meant";
  return fmt::format("{}: the flat facets {} lie {:.1f} % of the radius inside of the curved "
                     "surface through their nodes: if these are on the true surface, the body is "
                     "smaller by that, and {}; if they were moved outwards until {}, nothing is to "
                     "be done. {}",
                     input.where("/mesh"), facets.names[worst], 100 * off, cost, volume, remedy);
}

// Adds the facets of groups that are walls.
template <class Mesh>
void add_walls(const Mesh &mesh, const std::vector<char> &is_wall, Facets &facets) {
  for (const MeshGroup &group : mesh.groups)
    facets.names.push_back("of \"" + group.label() + "\"");
  facets.walls = facets.names.size();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (const Index group = mesh.triangle_group[t]; is_wall[group] != 0)
      facets.all.push_back({mesh.triangles[t], static_cast<std::size_t>(group)});
}

bool are_same(const Material &a, const Material &b) {
  return a.pec == b.pec && !a.is_dispersive() && !b.is_dispersive() && a.eps_r == b.eps_r &&
         a.mu_r == b.mu_r && a.sigma == b.sigma && a.sigma_m == b.sigma_m &&
         a.loss_tangent == b.loss_tangent;
}

// Adds the faces between tets of different media, but those that are walls already.
void add_interfaces(const Case &input, const TetMesh &mesh, Facets &facets) {
  if (input.materials.size() < 2 || mesh.tets.empty())
    return;
  constexpr int k_none = -1, k_several = -2;
  const std::vector<int> materials = materials_of_groups(input, mesh, 1);
  std::vector<int> of_node(mesh.points.size(), k_none);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (const Index node : mesh.tets[t])
      if (const int material = materials[mesh.tet_group[t]]; of_node[node] == k_none)
        of_node[node] = material;
      else if (of_node[node] != material)
        of_node[node] = k_several;
  std::vector<std::pair<std::array<Index, 3>, int>> faces; // material -1: a wall
  for (const Facet &facet : facets.all)
    faces.emplace_back(facet.nodes, k_none);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (const auto &local : k_tet_faces) {
      const auto &n = mesh.tets[t];
      const std::array<Index, 3> nodes{n[local[0]], n[local[1]], n[local[2]]};
      if (std::all_of(nodes.begin(), nodes.end(),
                      [&](Index node) { return of_node[node] == k_several; }))
        faces.emplace_back(nodes, materials[mesh.tet_group[t]]);
    }
  for (auto &[nodes, material] : faces)
    std::sort(nodes.begin(), nodes.end());
  std::sort(faces.begin(), faces.end());
  std::vector<double> volumes_m3(input.materials.size(), 0);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (const int material = materials[mesh.tet_group[t]]; material >= 0)
      volumes_m3[static_cast<std::size_t>(material)] += std::abs(tet_volume(mesh, t));
  std::map<std::pair<int, int>, std::size_t> surfaces;
  for (std::size_t f = 0; f + 1 < faces.size(); ++f) {
    const auto &[nodes, first] = faces[f];
    const auto &[others, second] = faces[f + 1];
    const bool is_alone = f == 0 || faces[f - 1].first != nodes;
    if (nodes != others || !is_alone || first == k_none || first == second ||
        are_same(input.materials[first], input.materials[second]))
      continue;
    const auto [surface, is_new] = surfaces.try_emplace({first, second}, facets.names.size());
    if (is_new) {
      facets.names.push_back(fmt::format("between \"{}\" and \"{}\"", input.materials[first].name,
                                         input.materials[second].name));
      const int body = volumes_m3[first] < volumes_m3[second] ? first : second;
      facets.bodies.push_back(fmt::format("{:.4g} m^3 of \"{}\" in the mesh", volumes_m3[body],
                                          input.materials[body].name));
    }
    facets.all.push_back({nodes, surface->second});
  }
}

} // namespace

std::string flat_facets_warning(const Case &input, const TetMesh &mesh) {
  if (mesh.is_curved())
    return {};
  const GroupBoundaries boundaries = boundaries_of_groups(input, mesh);
  std::vector<char> walls;
  for (std::size_t g = 0; g < mesh.groups.size(); ++g) {
    const Boundary *boundary = boundaries.of_group[g];
    walls.push_back(is_wall(boundary != nullptr ? boundary : boundaries.rest) ? 1 : 0);
  }
  Facets facets;
  add_walls(mesh, walls, facets);
  add_interfaces(input, mesh, facets);
  return warning_of(input, mesh.points, facets,
                    "Take curved tets (Gmsh: Mesh.ElementOrder = 2) where the method has them, or "
                    "smaller facets there");
}

std::string flat_facets_warning(const Case &input, const TriMesh &mesh) {
  Facets facets;
  add_walls(mesh, std::vector<char>(mesh.groups.size(), 1), facets);
  return warning_of(input, mesh.points, facets,
                    "Take smaller facets, or move the nodes outwards until the body has its "
                    "volume");
}

} // namespace curlew
