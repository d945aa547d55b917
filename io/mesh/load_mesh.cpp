#include <curlew/io/mesh/load_mesh.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/memory.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/mesh/open_surface.hpp>
#include <curlew/core/mesh/refine.hpp>
#include <curlew/core/mesh/reorder.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/parallel/threads.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/schema/validate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

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

std::array<Index, 3> rising(std::array<Index, 3> nodes) {
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

// Returns the tets on both sides of those triangles of a mesh that are wanted, by their rising
// nodes; -1: none.
std::map<std::array<Index, 3>, std::array<Index, 2>>
tets_beside(const TetMesh &mesh, const std::vector<std::uint8_t> &is_wanted) {
  std::map<std::array<Index, 3>, std::array<Index, 2>> beside;
  std::vector<std::uint8_t> is_node(mesh.points.size(), 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (is_wanted[t] != 0) {
      beside[rising(mesh.triangles[t])] = {-1, -1};
      for (const Index node : mesh.triangles[t])
        is_node[node] = 1;
    }
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (const auto &[a, b, c] : k_tet_faces) {
      const auto &n = mesh.tets[t];
      if (is_node[n[a]] == 0 || is_node[n[b]] == 0 || is_node[n[c]] == 0)
        continue;
      if (const auto found = beside.find(rising({n[a], n[b], n[c]})); found != beside.end())
        found->second[found->second[0] < 0 ? 0 : 1] = static_cast<Index>(t);
    }
  return beside;
}

// Opens the mesh along inner faces of metals given by "sigma", which are thicker than their skin:
// their two sides have fields of their own.
TetMesh opened_along_metals(const Case &input, TetMesh mesh, int threads) {
  std::vector<std::uint8_t> is_metal(mesh.groups.size(), 0);
  bool has_metals = false, has_periods = false;
  std::string place;
  for (const Boundary &boundary : input.boundaries) {
    has_periods = has_periods || holds<PeriodicSpec>(boundary);
    const auto *impedance = spec_of<SurfaceImpedanceSpec>(boundary);
    if (impedance == nullptr || impedance->ohm)
      continue;
    for (const Index group : matching_groups(mesh, 2, boundary.group))
      is_metal[group] = 1;
    has_metals = true;
    place = input.where("/boundaries/" + boundary.group);
  }
  if (!has_metals)
    return mesh;
  std::vector<std::uint8_t> is_conductor(mesh.groups.size(), 0);
  for (const auto &[region, material] : input.regions)
    for (const Index group : matching_groups(mesh, 3, region))
      is_conductor[group] = input.material(material).pec;
  std::vector<std::uint8_t> opens(mesh.triangles.size(), 0);
  for (std::size_t t = 0; t < opens.size(); ++t)
    opens[t] = is_metal[mesh.triangle_group[t]];
  const auto beside = tets_beside(mesh, opens);
  for (std::size_t t = 0; t < opens.size(); ++t)
    if (opens[t] != 0) {
      const auto &[first, second] = beside.at(rising(mesh.triangles[t]));
      opens[t] = second >= 0 && is_conductor[mesh.tet_group[first]] == 0 &&
                 is_conductor[mesh.tet_group[second]] == 0;
    }
  if (std::find(opens.begin(), opens.end(), 1) == opens.end())
    return mesh;
  try {
    mesh = open_along(std::move(mesh), std::move(opens), threads);
  } catch (const InputError &error) {
    throw InputError(place + ": " + error.what());
  }
  if (has_periods)
    throw InputError(place + ": a metal by \"sigma\" inside of the mesh has two sides, which "
                             "\"periodic\" faces do not tell apart; make it a volume of a "
                             "material with \"pec\" and give its surface this impedance");
  return mesh;
}

} // namespace

MeshHierarchy load_mesh_hierarchy(const Case &input, int most_levels, CurvedTets curved) {
  const MeshSpec &spec = input.mesh;
  const int threads = input.run.threads > 0 ? input.run.threads : default_threads();
  TetMesh mesh;
  if (spec.file.empty()) {
    const auto &box = spec.box;
    require_memory(6.0 * box.cells[0] * box.cells[1] * box.cells[2] * std::pow(8.0, spec.refine),
                   "tets", k_bytes_per_tet, input.where("/mesh/box"));
    mesh = make_box(box.size_m, box.cells, box.origin_m, box.jitter, box.seed, threads);
  } else {
    mesh = read_gmsh(spec.file, spec.length_unit_m, curved);
    require_computable(input, mesh);
    mesh = opened_along_metals(input, std::move(mesh), threads);
  }
  if (spec.refine > 0) {
    require_memory(static_cast<double>(mesh.tets.size()) * std::pow(8.0, spec.refine), "tets",
                   k_bytes_per_tet, input.where("/mesh/refine"));
  }
  const int kept = std::min(spec.refine, std::max(0, most_levels - 1));
  return make_hierarchy(refine(mesh, spec.refine - kept, threads), kept, spec.reorder, threads);
}

TetMesh load_mesh(const Case &input, CurvedTets curved) {
  return std::move(load_mesh_hierarchy(input, 1, curved).levels.back());
}

} // namespace curlew
