#include <curlew/methods/shared/setup/mesh_warnings.hpp>

#include <curlew/core/mesh/consistency.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/mesh/parts.hpp>
#include <curlew/core/mesh/point_search.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/setup/flat_facets.hpp>
#include <curlew/methods/shared/setup/unnamed_groups.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {
namespace {

// Parts that are named one by one; the others are counted.
constexpr Index k_named_parts = 4;

// part -> 1 where a source acts in it.
std::vector<std::uint8_t> parts_with_source(const Case &input, const TetMesh &mesh,
                                            const MeshParts &parts,
                                            const std::vector<std::uint8_t> &solved, int threads) {
  std::vector<SearchPoint> points;
  std::vector<std::uint8_t> driven(mesh.groups.size(), 0);
  for (const Excitation &excitation : input.excitations) {
    const auto *current = std::get_if<CurrentSource>(&excitation.source);
    if (current == nullptr)
      continue;
    if (const auto *point = std::get_if<CurrentPoint>(&current->extent))
      points.push_back({point->position_m, -1});
    else if (const auto *group = std::get_if<CurrentGroup>(&current->extent))
      for (const Index matching : matching_groups(mesh, 3, group->name))
        driven[matching] = 1;
  }
  std::vector<std::uint8_t> reached(parts.count, 0);
  for (const Index tet : containing_tets(mesh, points, solved, threads))
    if (tet >= 0)
      reached[parts.of_tet[tet]] = 1;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (driven[mesh.tet_group[t]] && parts.of_tet[t] >= 0)
      reached[parts.of_tet[t]] = 1;
  return reached;
}

struct MeasuredPart {
  std::int64_t tets = 0;
  double volume_m3 = 0;
  Point first_m{0, 0, 0}; // barycentre of the lowest tet
  std::vector<Index> groups;
};

std::vector<MeasuredPart> measure_parts(const TetMesh &mesh, const MeshParts &parts) {
  std::vector<MeasuredPart> all(parts.count);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    if (parts.of_tet[t] < 0)
      continue;
    MeasuredPart &part = all[parts.of_tet[t]];
    if (part.tets++ == 0)
      for (const Index node : mesh.tets[t])
        part.first_m = part.first_m + 0.25 * mesh.points[node];
    part.volume_m3 += tet_volume(mesh, t);
    if (std::find(part.groups.begin(), part.groups.end(), mesh.tet_group[t]) == part.groups.end())
      part.groups.push_back(mesh.tet_group[t]);
  }
  return all;
}

std::string part_text(const TetMesh &mesh, const MeasuredPart &part) {
  std::string groups;
  for (const Index group : part.groups)
    groups += fmt::format("{}\"{}\"", groups.empty() ? "" : ", ", mesh.groups[group].label());
  return fmt::format("no source reaches {} tet{} ({:.4g} m^3) of {}, around ({:.6g}, {:.6g}, "
                     "{:.6g}) m: {} no face with the tets around a source, so the fields stay 0 "
                     "there. If no conductor is meant to lie between them, the volumes were meshed "
                     "apart. {}",
                     part.tets, part.tets == 1 ? "" : "s", part.volume_m3, groups, part.first_m[0],
                     part.first_m[1], part.first_m[2], part.tets == 1 ? "it shares" : "they share",
                     k_fragment_advice);
}

std::vector<std::string> unreached_warnings(const Case &input, const TetMesh &mesh,
                                            const MeshParts &parts,
                                            const std::vector<std::uint8_t> &solved, int threads) {
  const auto reached = parts_with_source(input, mesh, parts, solved, threads);
  const auto unreached = static_cast<Index>(std::count(reached.begin(), reached.end(), 0));
  if (unreached == 0 || unreached == parts.count) // no source inside at all: another error
    return {};
  std::vector<std::string> warnings;
  const std::vector<MeasuredPart> all = measure_parts(mesh, parts);
  for (Index p = 0, named = 0; p < parts.count && named < k_named_parts; ++p)
    if (!reached[p]) {
      warnings.push_back(part_text(mesh, all[p]));
      ++named;
    }
  if (unreached > k_named_parts)
    warnings.push_back(
        fmt::format("no source reaches {} more parts of the mesh", unreached - k_named_parts));
  return warnings;
}

} // namespace

std::vector<std::string> mesh_warnings(const Case &input, const TetMesh &mesh,
                                       const TetTopology &topology,
                                       const std::vector<Index> &triangle_faces,
                                       const std::vector<std::uint8_t> &solved, int threads) {
  std::vector<std::uint8_t> grouped(topology.faces.size(), 0);
  for (const Index face : triangle_faces)
    grouped[face] = 1;
  std::vector<std::string> warnings =
      consistency_warnings(mesh, check_consistency(mesh, topology, grouped, threads));
  if (const MeshParts parts = find_parts(topology, solved, threads); parts.count > 1)
    for (std::string &text : unreached_warnings(input, mesh, parts, solved, threads))
      warnings.push_back(std::move(text));
  for (std::string &text : warnings)
    text = input.where("/mesh") + ": " + text;
  if (std::string text = unnamed_groups_warning(input, mesh, topology, triangle_faces, solved);
      !text.empty())
    warnings.push_back(std::move(text));
  if (std::string text = flat_facets_warning(input, mesh); !text.empty())
    warnings.push_back(std::move(text));
  return warnings;
}

} // namespace curlew
