#include <curlew/core/mesh/consistency.hpp>

#include <curlew/core/mesh/block_sums.hpp>
#include <curlew/core/mesh/close_nodes.hpp>
#include <curlew/core/mesh/extent.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/point_search.hpp>
#include <curlew/core/mesh/quality.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

// Distance of the test points from a boundary face, in heights of its tet: above rounding and the
// tolerances of geometry kernels (1e-7), below the gap of any sheet that is left out on purpose.
constexpr double k_step_from_face = 1e-4;
// Nodes at most this fraction of the mesh's diameter apart coincide.
constexpr double k_coincidence = 1e-9;
// A volume above that of the box around the mesh by more than rounding.
constexpr double k_box_tolerance = 1e-9;
constexpr std::size_t k_named_pairs = 3;

struct Face {
  Index number, tet;
  std::array<Point, 3> corners;
};

Face boundary_face(const TetMesh &mesh, const TetTopology &topology, Index number) {
  const auto &nodes = topology.faces[number];
  return {number,
          topology.face_tets[number][0],
          {mesh.points[nodes[0]], mesh.points[nodes[1]], mesh.points[nodes[2]]}};
}

Point barycentre(const Face &face) {
  return (1.0 / 3) * (face.corners[0] + face.corners[1] + face.corners[2]);
}

// A point inside the face's tet and one outside; not finite for a face without area.
std::array<Point, 2> test_points(const TetMesh &mesh, const Face &face) {
  const Point &a = face.corners[0];
  const Point scaled_normal = cross(face.corners[1] - a, face.corners[2] - a);
  const Point normal = (1 / norm(scaled_normal)) * scaled_normal;
  double height = 0; // height of the tet over the face, with the sign of its side
  Point opposite = a;
  for (const Index node : mesh.tets[face.tet])
    if (const double h = dot(normal, mesh.points[node] - a); std::abs(h) > std::abs(height)) {
      height = h;
      opposite = mesh.points[node];
    }
  const Point middle = barycentre(face);
  // the inner one on the way to the opposite node: inside even where the tet is flat
  return {middle + k_step_from_face * (opposite - middle),
          middle - (k_step_from_face * height) * normal};
}

// Compares by x, y, z, without the last digits, which depend on the order of a face's nodes.
bool is_before(const Point &a, const Point &b) {
  const auto rounded = [](const Point &p) {
    return std::array<float, 3>{float(p[0]), float(p[1]), float(p[2])};
  };
  return rounded(a) < rounded(b);
}

void add_face(const TetMesh &mesh, const Face &face, Index other_tet,
              MeshConsistency::Faces &faces) {
  const Point middle = barycentre(face);
  if (faces.count++ == 0 || is_before(middle, faces.first_m))
    faces.first_m = middle;
  faces.area_m2 += triangle_area(face.corners[0], face.corners[1], face.corners[2]);
  std::array<Index, 2> groups = {mesh.tet_group[face.tet], mesh.tet_group[other_tet]};
  std::sort(groups.begin(), groups.end());
  const auto at = std::lower_bound(faces.groups.begin(), faces.groups.end(), groups);
  if (at == faces.groups.end() || *at != groups)
    faces.groups.insert(at, groups);
}

struct VolumeAndExtent {
  double volume = 0;
  BoundingBox extent;

  void merge(const VolumeAndExtent &other) {
    volume += other.volume;
    extent.merge(other.extent);
  }
};

VolumeAndExtent measure(const TetMesh &mesh, int threads) {
  return reduce_blocks(mesh.tets.size(), threads, VolumeAndExtent(),
                       [&](VolumeAndExtent &part, std::size_t t) {
                         part.volume += tet_volume(mesh, t);
                         for (const Index node : mesh.tets[t])
                           part.extent.add(mesh.points[node]);
                       });
}

std::int64_t count_coincident(const TetMesh &mesh, const std::vector<Index> &nodes,
                              const BoundingBox &extent, int threads) {
  const double tolerance = k_coincidence * norm(extent.high - extent.low);
  if (!(tolerance > 0) || !std::isfinite(tolerance))
    return 0;
  std::vector<Index> found;
  for (const auto &[lower, higher] : close_nodes(mesh.points, nodes, tolerance, threads))
    found.push_back(higher);
  std::sort(found.begin(), found.end());
  return std::unique(found.begin(), found.end()) - found.begin();
}

std::vector<Index> nodes_of(const TetTopology &topology, const std::vector<Index> &faces) {
  std::vector<Index> nodes;
  nodes.reserve(3 * faces.size());
  for (const Index face : faces)
    nodes.insert(nodes.end(), topology.faces[face].begin(), topology.faces[face].end());
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

std::string pairs_text(const TetMesh &mesh, const MeshConsistency::Faces &faces) {
  std::string text;
  for (std::size_t p = 0; p < std::min(faces.groups.size(), k_named_pairs); ++p) {
    const auto &[a, b] = faces.groups[p];
    text += text.empty() ? "" : ", ";
    text += a == b
                ? fmt::format("\"{}\" and itself", mesh.groups[a].label())
                : fmt::format("\"{}\" and \"{}\"", mesh.groups[a].label(), mesh.groups[b].label());
  }
  if (faces.groups.size() > k_named_pairs)
    text += fmt::format(" and {} more pairs", faces.groups.size() - k_named_pairs);
  return text;
}

std::string faces_text(const MeshConsistency::Faces &faces) {
  const Point &p = faces.first_m;
  return fmt::format("{} boundary face{} ({:.4g} m^2, the first around ({:.6g}, {:.6g}, {:.6g}) m)",
                     faces.count, faces.count == 1 ? "" : "s", faces.area_m2, p[0], p[1], p[2]);
}

} // namespace

const char *const k_fragment_advice =
    "In Gmsh, fragment the volumes before meshing: BooleanFragments, or Coherence";

MeshConsistency check_consistency(const TetMesh &mesh, const TetTopology &topology,
                                  const std::vector<std::uint8_t> &grouped, int threads) {
  const std::vector<Index> faces = boundary_faces(topology, threads);
  std::vector<SearchPoint> points(2 * faces.size());
  parallel_chunks(faces.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      const Face face = boundary_face(mesh, topology, faces[f]);
      const auto [inner, outer] = test_points(mesh, face);
      points[2 * f] = {inner, face.tet};
      points[2 * f + 1] = {outer, face.tet};
    }
  });
  const std::vector<Index> found = containing_tets(mesh, points, {}, threads);
  MeshConsistency result;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const Index inner = found[2 * f], outer = found[2 * f + 1];
    if (inner >= 0)
      add_face(mesh, boundary_face(mesh, topology, faces[f]), inner, result.overlapping);
    else if (outer >= 0 && !grouped[faces[f]])
      add_face(mesh, boundary_face(mesh, topology, faces[f]), outer, result.touching);
  }
  const auto [volume, extent] = measure(mesh, threads);
  result.volume_m3 = volume;
  if (!mesh.tets.empty()) {
    const Point size = extent.high - extent.low;
    result.box_m3 = size[0] * size[1] * size[2];
    result.coincident_nodes = count_coincident(mesh, nodes_of(topology, faces), extent, threads);
  }
  return result;
}

std::vector<std::string> consistency_warnings(const TetMesh &mesh,
                                              const MeshConsistency &consistency) {
  std::vector<std::string> warnings;
  const std::string nodes =
      consistency.coincident_nodes == 0
          ? ""
          : fmt::format("; {} nodes lie where another node lies", consistency.coincident_nodes);
  if (consistency.overlapping.count > 0)
    warnings.push_back(fmt::format(
        "the mesh overlaps itself: {} lie{} inside tets of another volume, between the groups "
        "{}{}. "
        "The tets that overlap do not exchange fields. {}",
        faces_text(consistency.overlapping), consistency.overlapping.count == 1 ? "s" : "",
        pairs_text(mesh, consistency.overlapping), nodes, k_fragment_advice));
  else if (consistency.volume_m3 > (1 + k_box_tolerance) * consistency.box_m3)
    warnings.push_back(fmt::format(
        "the mesh overlaps itself: its tets have {:.6g} m^3, more than the {:.6g} m^3 of the box "
        "around them. {}",
        consistency.volume_m3, consistency.box_m3, k_fragment_advice));
  if (consistency.touching.count > 0)
    warnings.push_back(fmt::format(
        "volumes touch without sharing faces: {} in no surface group lie{} on tets of another "
        "volume, between the groups {}{}. Fields do not pass there: both sides get the boundary "
        "condition. {}",
        faces_text(consistency.touching), consistency.touching.count == 1 ? "s" : "",
        pairs_text(mesh, consistency.touching), nodes, k_fragment_advice));
  return warnings;
}

} // namespace curlew
