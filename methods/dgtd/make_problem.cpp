#include <curlew/methods/dgtd/make_problem.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/imposed/find_imposed.hpp>
#include <curlew/methods/dgtd/layers/layers.hpp>
#include <curlew/methods/dgtd/ports/find_ports.hpp>
#include <curlew/methods/dgtd/surfaces/flux_faces.hpp>
#include <curlew/methods/shared/boundaries/face_conditions.hpp>
#include <curlew/methods/shared/setup/mesh_warnings.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>
#include <curlew/methods/shared/time/loss_tangent_poles.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace curlew::dgtd {
namespace {

bool is_isotropic(const Material &material) {
  return material.eps_r.is_isotropic() && material.mu_r.is_isotropic();
}

// Decides the kind of each face of the mesh.
class FaceSorter {
public:
  const FaceConditions &conditions;
  const std::vector<int> &material_of_group;

  // Returns the faces of the hull with an absorbing layer in front of them.
  std::vector<LayerFace> layer_faces() const {
    std::vector<LayerFace> faces;
    for (std::size_t f = 0; f < conditions.topology.faces.size(); ++f)
      if (const FaceCondition face = conditions.of(static_cast<Index>(f));
          face.role == FaceRole::layer_end)
        faces.push_back({face.boundary, conditions.topology.faces[f]});
    return faces;
  }

  // Returns the kind of a face of a solved tet.
  FaceKind kind(Index f) const {
    const FaceCondition face = conditions.of(f);
    switch (face.role) {
    case FaceRole::inner:
      return FaceKind::inner;
    case FaceRole::electric_wall:
    case FaceRole::layer_end:
    case FaceRole::imposed:
      return FaceKind::pec;
    case FaceRole::magnetic_wall:
      return FaceKind::pmc;
    case FaceRole::impedance:
    case FaceRole::lumped:
      require_linear(f, *face.boundary);
      return FaceKind::sheet;
    case FaceRole::absorbing:
      require_wave_medium(f, *face.boundary, "an absorbing boundary");
      return FaceKind::absorbing;
    case FaceRole::wave_port:
      require_wave_medium(f, *face.boundary, "a port");
      return FaceKind::absorbing;
    case FaceRole::periodic:
      conditions.refuse(*face.boundary);
    case FaceRole::unsolved:
      break;
    }
    throw std::logic_error("a face without solved tets has no kind");
  }

  // True for any face of a solved tet that is a perfect conductor.
  bool is_perfect_conductor(Index f) const {
    return conditions.of(f).role != FaceRole::unsolved && kind(f) == FaceKind::pec;
  }

private:
  void require_linear(Index face, const Boundary &boundary) const {
    if (medium_of(face).chi3 != 0)
      throw InputError(fmt::format("{}: impedances, elements and ports lie in linear media, and "
                                   "\"{}\" has \"chi3\"; put a linear layer there",
                                   where(conditions.input, boundary), medium_of(face).name));
  }

  void require_wave_medium(Index face, const Boundary &boundary, const char *what) const {
    const Material &medium = medium_of(face);
    if (!is_isotropic(medium))
      throw InputError(fmt::format("{}: {} needs an isotropic medium in front of it, and \"{}\" "
                                   "is not; put an isotropic layer there",
                                   where(conditions.input, boundary), what, medium.name));
    if (medium.chi3 != 0 && choices_of(conditions.input).scheme != SchemeKind::upwind)
      throw InputError(fmt::format("{}: absorbing boundaries of \"scheme\": \"central\" lie in "
                                   "linear media, and \"{}\" has \"chi3\"; put a linear layer "
                                   "there",
                                   where(conditions.input, boundary), medium.name));
  }

  const Material &medium_of(Index face) const {
    const Index tet = conditions.topology.face_tets[face][0];
    return conditions.input.materials[material_of_group[conditions.mesh.tet_group[tet]]];
  }
};

struct AscendingTet {
  std::array<int, 4> order; // ascending vertex -> corner of the mesh's tet
  std::int8_t orientation;
};

AscendingTet ascend(const std::array<Index, 4> &tet) {
  AscendingTet result{{0, 1, 2, 3}, 1};
  std::sort(result.order.begin(), result.order.end(),
            [&](int a, int b) { return tet[a] < tet[b]; });
  for (int a = 0; a < 4; ++a)
    for (int b = a + 1; b < 4; ++b)
      if (result.order[a] > result.order[b])
        result.orientation = static_cast<std::int8_t>(-result.orientation);
  return result;
}

std::int8_t local_face(const TetTopology &topology, const TetMesh &mesh, Index tet, Index face) {
  const AscendingTet ascending = ascend(mesh.tets[tet]);
  for (std::int8_t k = 0; k < 4; ++k)
    if (topology.tet_faces[tet][ascending.order[k]] == face)
      return k;
  throw std::logic_error("a face that its tet lacks");
}

// Leaves only solved tets in the mesh; the others become conductors.
void drop_conductors(const std::vector<std::uint8_t> &solved, Problem &problem) {
  TetMesh &mesh = problem.mesh;
  std::size_t kept = 0;
  for (std::size_t t = 0; t < solved.size(); ++t)
    if (solved[t]) {
      mesh.tets[kept] = mesh.tets[t];
      mesh.tet_group[kept++] = mesh.tet_group[t];
    } else {
      problem.conductors.tets.push_back(mesh.tets[t]);
    }
  mesh.tets.resize(kept);
  mesh.tet_group.resize(kept);
  if (!problem.conductors.tets.empty())
    problem.conductors.points = mesh.points;
}

// Returns the copies in the numbers of solved tets. A tet with other walls than the first of its
// kind, or with another medium or order of nodes, is no copy.
CellCopies solved_copies(CellCopies copies, const std::vector<Index> &number,
                         const Problem &problem) {
  if (copies.first.empty())
    return copies;
  CellCopies result;
  std::size_t copy = 0;
  for (std::size_t t = 0; t < number.size(); ++t) {
    for (; copy < copies.begin.size() && copies.begin[copy] <= static_cast<Index>(t); ++copy)
      result.begin.push_back(static_cast<Index>(result.first.size()));
    if (number[t] < 0)
      continue;
    const Index first = number[copies.first[t]], own = number[t];
    bool same = problem.material[own] == problem.material[first] &&
                problem.orientation[own] == problem.orientation[first];
    for (int k = 0; k < 4; ++k) {
      const FaceKind here = problem.faces[own][k].kind, there = problem.faces[first][k].kind;
      same = same && (here == there || (!has_loss(here) && !has_loss(there)));
    }
    result.first.push_back(same ? first : own);
  }
  result.begin.push_back(static_cast<Index>(result.first.size()));
  return result;
}

// Throws InputError for a tet that is too flat: the mass matrix of a tet has the condition
// (edge / height)^2, and rounding must leave it positive.
void require_heights(const Case &input, const TetMesh &mesh,
                     const std::vector<std::uint8_t> &solved) {
  // lowest height over longest edge: the root of a double's rounding
  constexpr double k_lowest = 2e-8;
  for (std::size_t t = 0; t < solved.size(); ++t) {
    if (!solved[t])
      continue;
    const auto &n = mesh.tets[t];
    double edge = 0, face = 0;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j)
        edge = std::max(edge, norm(mesh.points[n[i]] - mesh.points[n[j]]));
    for (int i = 0; i < 4; ++i) {
      const Point &a = mesh.points[n[(i + 1) % 4]];
      face = std::max(
          face, norm(cross(mesh.points[n[(i + 2) % 4]] - a, mesh.points[n[(i + 3) % 4]] - a)));
    }
    const Point &a = mesh.points[n[0]];
    const Point u = mesh.points[n[1]] - a, v = mesh.points[n[2]] - a, w = mesh.points[n[3]] - a;
    const double height = std::abs(dot(cross(u, v), w)) / face;
    if (height < k_lowest * edge)
      throw InputError(fmt::format(
          "{}: the tet with corners ({:.6g}, {:.6g}, {:.6g}) ({:.6g}, {:.6g}, {:.6g}) ({:.6g}, "
          "{:.6g}, {:.6g}) ({:.6g}, {:.6g}, {:.6g}) m is flat: it is {:.2g} of its longest edge "
          "high, and below {:g} its matrices are singular; mesh without such slivers",
          input.where("/mesh"), a[0], a[1], a[2], a[0] + u[0], a[1] + u[1], a[2] + u[2],
          a[0] + v[0], a[1] + v[1], a[2] + v[2], a[0] + w[0], a[1] + w[1], a[2] + w[2],
          height / edge, k_lowest));
  }
}

} // namespace

Problem make_problem(const Case &input, TetMesh mesh, int threads, CellCopies copies) {
  Problem problem;
  problem.choices = choices_of(input);
  problem.threads = threads;
  const auto material_of_group = materials_of_groups(input, mesh, threads);
  const auto solved = solved_tets(input, mesh, material_of_group, threads);
  require_heights(input, mesh, solved);
  TopologyOptions options;
  options.threads = threads;
  const TetTopology topology = make_topology(mesh, options);
  const std::vector<Index> triangle_face = triangle_faces(mesh, topology, threads);
  problem.mesh_warnings = mesh_warnings(input, mesh, topology, triangle_face, solved, threads);
  const GroupBoundaries boundaries = boundaries_of_groups(input, mesh);
  const auto of_face = boundaries_of_faces(input, mesh, topology, triangle_face, boundaries);
  const FaceConditions conditions{input, mesh, topology, solved, of_face, boundaries.rest};
  const FaceSorter sorter{conditions, material_of_group};
  if (input.materials.size() > std::numeric_limits<std::uint16_t>::max())
    throw InputError(input.where("/materials") + ": more than 65535 materials");
  problem.materials = materials_in_time(input);
  std::vector<Index> number(mesh.tets.size(), -1);
  Index count = 0;
  for (std::size_t t = 0; t < solved.size(); ++t)
    if (solved[t])
      number[t] = count++;
  problem.ownership.owned_tets = count;
  problem.nodes.table.resize(count);
  problem.orientation.table.resize(count);
  problem.faces.table.resize(count);
  problem.material.table.resize(count);
  parallel_chunks(mesh.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      const Index own = number[t];
      if (own < 0)
        continue;
      const AscendingTet ascending = ascend(mesh.tets[t]);
      problem.orientation.table[own] = ascending.orientation;
      problem.material.table[own] =
          static_cast<std::uint16_t>(material_of_group[mesh.tet_group[t]]);
      for (std::int8_t k = 0; k < 4; ++k) {
        problem.nodes.table[own][k] = mesh.tets[t][ascending.order[k]];
        const Index face = topology.tet_faces[t][ascending.order[k]];
        const auto &tets = topology.face_tets[face];
        TetFace &to = problem.faces.table[own][k];
        to = {sorter.kind(face), own, k};
        if (to.kind != FaceKind::inner)
          continue;
        const Index other = tets[0] == static_cast<Index>(t) ? tets[1] : tets[0];
        to.tet = number[other];
        to.local = local_face(topology, mesh, other, face);
      }
    }
  });
  problem.copies = solved_copies(std::move(copies), number, problem);
  const std::vector<LayerFace> layer_faces = sorter.layer_faces();
  std::vector<std::uint8_t> face_is_pec(topology.faces.size(), 0);
  for (std::size_t f = 0; f < face_is_pec.size(); ++f)
    face_is_pec[f] = sorter.is_perfect_conductor(static_cast<Index>(f));
  find_ports({input, mesh, topology, of_face, boundaries.rest, face_is_pec, number}, problem);
  problem.mesh = std::move(mesh);
  problem.imposed = find_imposed_fields(
      {input, problem.mesh, topology, of_face, boundaries.rest, number}, problem);
  keep_surface_triangles(input, problem.mesh);
  drop_conductors(solved, problem);
  problem.layers = find_layers(input, problem, layer_faces);
  add_layer_media(problem);
  take_poles_from_layers(problem);
  return problem;
}

} // namespace curlew::dgtd
