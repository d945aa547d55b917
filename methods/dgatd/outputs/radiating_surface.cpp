#include <curlew/methods/dgatd/outputs/radiating_surface.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/surfaces/closed_surface.hpp>
#include <curlew/methods/shared/surfaces/currents_at_points.hpp>
#include <curlew/methods/shared/surfaces/far_field_images.hpp>
#include <curlew/methods/shared/surfaces/image_walls.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace curlew::dgatd {
namespace {

// The tet behind a face of the hull, and the position in it of the node opposite to the face.
struct TetBehind {
  Index tet;
  int opposite;
};

TetBehind tet_behind(const Problem &problem, const std::array<Index, 3> &face) {
  const IndexRows &tets = problem.node_tets;
  for (const Index *at = tets.begin(face[0]); at != tets.end(face[0]); ++at) {
    const Index tet = *at;
    const auto &nodes = problem.nodes[tet];
    const auto has = [&](Index node) {
      return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
    };
    if (!has(face[1]) || !has(face[2]))
      continue;
    for (int i = 0; i < 4; ++i)
      if (std::find(face.begin(), face.end(), nodes[i]) == face.end())
        return {tet, i};
  }
  throw std::logic_error("an absorbing face without a tet");
}

// A face belongs to the owner of its lowest node, whose rank has the tet behind it, perhaps as a
// ghost.
std::vector<AbsorbingFace> owned_faces(const Problem &problem) {
  std::vector<AbsorbingFace> owned;
  for (const AbsorbingFace &face : problem.absorbing)
    if (problem.ownership.owns_node(*std::min_element(face.nodes.begin(), face.nodes.end())))
      owned.push_back(face);
  return owned;
}

void add_face(const Problem &problem, const TetBehind &behind, RadiatingSurface &surface) {
  std::array<double, 4> barycentric{1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3};
  barycentric[behind.opposite] = 0;
  const auto &nodes = problem.nodes[behind.tet];
  std::array<Point, 3> corners;
  for (int i = 0, c = 0; i < 4; ++i)
    if (i != behind.opposite)
      corners[c++] = problem.mesh.points[nodes[i]];
  Point position{}, normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
  const Point inwards = problem.mesh.points[nodes[behind.opposite]] - corners[0];
  const double twice_area = std::hypot(normal[0], normal[1], normal[2]);
  const double side = dot(normal, inwards) > 0 ? -1 : 1;
  for (int d = 0; d < 3; ++d) {
    position[d] = (corners[0][d] + corners[1][d] + corners[2][d]) / 3;
    normal[d] *= side / twice_area;
  }
  surface.stencils.push_back(whitney_stencil(problem, behind.tet, barycentric));
  surface.positions_m.push_back(position);
  surface.normals.push_back(normal);
  surface.areas_m2.push_back(twice_area / 2);
  surface.keys.push_back(
      static_cast<std::int64_t>(problem.ownership.number_of_tet(behind.tet)) * 4 + behind.opposite);
}

void check_vacuum(const Case &input, const AbsorbingFace &face) {
  constexpr double k_rounding = 1e-9;
  if (std::abs(face.admittance * k_eta0 - 1) > k_rounding)
    throw InputError(fmt::format(
        "{}: the far field is that of currents in vacuum, and an absorbing face has a medium of "
        "{:.6g} ohm (vacuum: {:.6g}) behind it",
        input.where("/outputs/far_field"), 1 / face.admittance, k_eta0));
}

void check_closed(const Case &input, const Problem &problem,
                  const std::vector<AbsorbingFace> &faces) {
  const Communicator &ranks = problem.ownership.ranks;
  std::vector<SurfaceEdge> mine;
  for (const AbsorbingFace &face : faces)
    for (int i = 0; i < 3; ++i) {
      const Index a = face.nodes[i], b = face.nodes[(i + 1) % 3];
      mine.push_back({problem.ownership.number_of_node(a), problem.ownership.number_of_node(b),
                      problem.mesh.points[a], problem.mesh.points[b]});
    }
  std::vector<SurfaceEdge> all;
  for (const auto &of_rank : ranks.gather(mine))
    all.insert(all.end(), of_rank.begin(), of_rank.end());
  const auto end = find_open_end(all, far_field_images(input)); // at the root, which has all edges
  const std::string gap = ranks.broadcast(
      end ? fmt::format("({:.6g}, {:.6g}, {:.6g}) m", (*end)[0], (*end)[1], (*end)[2]) : "");
  if (gap.empty())
    return;
  throw InputError(fmt::format(
      "{}: the absorbing faces do not enclose the mesh: they end at {}; give the whole hull "
      "type \"abc\", or give the conducting or magnetic plane there in outputs.far_field.images",
      input.where("/outputs/far_field"), gap));
}

// Checks image walls. E along all edges of a conducting wall is 0.
void check_image_walls(const Case &input, const Problem &problem) {
  ImageWalls walls(input, problem.mesh);
  for (std::size_t tet = 0; tet < problem.nodes.size() && !walls.empty(); ++tet)
    for (int opposite = 0; opposite < 4; ++opposite) {
      std::array<Point, 3> corners;
      for (int i = 0, c = 0; i < 4; ++i)
        if (i != opposite)
          corners[c++] = problem.mesh.points[problem.nodes[tet][i]];
      const auto is_on_face = [&](const std::array<Index, 2> &ends) {
        return ends[0] != problem.nodes[tet][opposite] && ends[1] != problem.nodes[tet][opposite];
      };
      const bool is_conducting =
          std::all_of(problem.edges[tet].begin(), problem.edges[tet].end(), [&](Index edge) {
            return !is_on_face(problem.edge_nodes[edge]) || problem.edge_is_pec[edge] != 0;
          });
      walls.add(corners, is_conducting ? ImageWall::electric : ImageWall::magnetic);
    }
  walls.add_those_of(problem.ownership.ranks);
  walls.require();
}

} // namespace

RadiatingSurface find_radiating_surface(const Case &input, const Problem &problem) {
  RadiatingSurface surface;
  if (!input.outputs.far_field)
    return surface;
  const std::vector<AbsorbingFace> faces = owned_faces(problem);
  for (const AbsorbingFace &face : faces) {
    check_vacuum(input, face);
    add_face(problem, tet_behind(problem, face.nodes), surface);
  }
  const Communicator &ranks = problem.ownership.ranks;
  if (ranks.sum(static_cast<std::int64_t>(surface.size())) == 0)
    throw InputError(fmt::format("{}: the far field is taken from absorbing faces, and this case "
                                 "has none; give the outer boundary type \"abc\"",
                                 input.where("/outputs/far_field")));
  check_closed(input, problem, faces);
  check_image_walls(input, problem);
  return surface;
}

SurfaceCurrents currents_on(const RadiatingSurface &surface,
                            const std::vector<std::complex<double>> &electric, double wavenumber) {
  const auto at = [&](std::size_t i, const Point &n, ComplexVector &J, ComplexVector &M) {
    const std::complex<double> *E = &electric[3 * i];
    const std::complex<double> normal_part = n[0] * E[0] + n[1] * E[1] + n[2] * E[2];
    for (int d = 0; d < 3; ++d) {
      const int p = (d + 1) % 3, q = (d + 2) % 3;
      J[d] = -(E[d] - n[d] * normal_part) / k_eta0;
      M[d] = -(n[p] * E[q] - n[q] * E[p]);
    }
  };
  return currents_at_points(surface, wavenumber, at);
}

} // namespace curlew::dgatd
