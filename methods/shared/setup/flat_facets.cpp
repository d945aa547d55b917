#include <curlew/methods/shared/setup/flat_facets.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace curlew {
namespace {

constexpr double k_poor_radius = 0.01; // distance of facets from their surface over its radius
constexpr double k_small_share = 0.1;  // of the area of all walls, which curved facets may have
constexpr double k_smooth = 0.643;     // cosine of 50 degrees, beyond which facets form an edge
constexpr double k_flat = 0.02;        // edge over the radius, below which a facet is flat

struct CurvedGroup {
  double area_m2 = 0, off_m2 = 0; // of curved facets; times the distance over the radius
};

bool is_wall(const Boundary *boundary) {
  return boundary != nullptr &&
         (holds<Pec>(*boundary) || holds<Pmc>(*boundary) || holds<SurfaceImpedanceSpec>(*boundary));
}

// Triangles of walls, with the normal of each times its area, and those around each node.
struct Walls {
  std::vector<Index> triangles;
  std::vector<Point> area_m2;
  std::vector<std::vector<Index>> around; // node -> places in `triangles`
};

// `is_wall`: by group.
template <class Mesh> Walls walls_of(const Mesh &mesh, const std::vector<char> &is_wall) {
  Walls walls;
  walls.around.resize(mesh.points.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (is_wall[mesh.triangle_group[t]] == 0)
      continue;
    const auto &[a, b, c] = mesh.triangles[t];
    for (const Index node : mesh.triangles[t])
      walls.around[node].push_back(static_cast<Index>(walls.triangles.size()));
    walls.triangles.push_back(static_cast<Index>(t));
    walls.area_m2.push_back(
        0.5 * cross(mesh.points[b] - mesh.points[a], mesh.points[c] - mesh.points[a]));
  }
  return walls;
}

// Returns the mean normal at a node of the surface that a triangle belongs to, on its side.
Point normal_at(const Walls &walls, Index node, const Point &own) {
  Point sum{0, 0, 0};
  for (const Index k : walls.around[node]) {
    const Point &other = walls.area_m2[k];
    const double cosine = dot(other, own) / (norm(other) * norm(own));
    if (std::abs(cosine) >= k_smooth)
      sum = sum + (cosine > 0 ? 1.0 : -1.0) * other;
  }
  return (1 / norm(sum)) * sum;
}

// Returns the warning for the groups that are walls.
template <class Mesh>
std::string warning_of(const Case &input, const Mesh &mesh, const std::vector<char> &is_wall,
                       const char *remedy) {
  const Walls walls = walls_of(mesh, is_wall);
  std::vector<CurvedGroup> groups(mesh.groups.size());
  double all_m2 = 0;
  for (std::size_t k = 0; k < walls.triangles.size(); ++k) {
    const double area_m2 = norm(walls.area_m2[k]);
    if (area_m2 == 0)
      continue;
    all_m2 += area_m2;
    const auto &nodes = mesh.triangles[walls.triangles[k]];
    std::array<Point, 3> normals;
    for (int i = 0; i < 3; ++i)
      normals[i] = normal_at(walls, nodes[i], walls.area_m2[k]);
    double sagittas_m = 0, curvature = 0, edge_m = 0; // curvature in 1/m
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const Point edge = mesh.points[nodes[j]] - mesh.points[nodes[i]];
      const double bend_m = dot(edge, normals[j] - normals[i]), squared = dot(edge, edge);
      sagittas_m += bend_m / 8;
      curvature = std::max(curvature, std::abs(bend_m) / squared);
      edge_m = std::max(edge_m, std::sqrt(squared));
    }
    if (curvature * edge_m < k_flat)
      continue;
    CurvedGroup &group = groups[mesh.triangle_group[walls.triangles[k]]];
    group.area_m2 += area_m2;
    group.off_m2 += area_m2 * std::abs(sagittas_m) / 3 * curvature;
  }
  std::size_t worst = groups.size();
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (groups[g].area_m2 > k_small_share * all_m2 &&
        groups[g].off_m2 > k_poor_radius * groups[g].area_m2 &&
        (worst == groups.size() || groups[g].off_m2 > groups[worst].off_m2))
      worst = g;
  if (worst == groups.size())
    return {};
  return fmt::format("{}: the flat facets of \"{}\" lie {:.1f} % of the radius inside of the "
                     "curved surface through their nodes: the body is smaller by that, and "
                     "resonances, Q, powers and cross sections are off by up to three times as "
                     "much. {}",
                     input.where("/mesh"), mesh.groups[worst].label(),
                     100 * groups[worst].off_m2 / groups[worst].area_m2, remedy);
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
  return warning_of(input, mesh, walls,
                    "Take curved tets (Gmsh: Mesh.ElementOrder = 2) where the method has them, or "
                    "smaller facets there");
}

std::string flat_facets_warning(const Case &input, const TriMesh &mesh) {
  return warning_of(
      input, mesh, std::vector<char>(mesh.groups.size(), 1),
      "Take smaller facets, or move the nodes outwards until the body has its volume");
}

} // namespace curlew
