#include <curlew/methods/dgtd/surfaces/flux_faces.hpp>

#include <curlew/core/mesh/groups.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/face_points.hpp>
#include <curlew/methods/dgtd/surfaces/radiating_images.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace curlew::dgtd {

void keep_surface_triangles(const Case &input, TetMesh &mesh) {
  std::set<Index> wanted;
  for (const FluxSpec &flux : input.outputs.fluxes)
    if (const auto *group = std::get_if<FluxGroup>(&flux.shape))
      for (const Index one : matching_groups(mesh, 2, group->name))
        wanted.insert(one);
  if (input.outputs.far_field && !input.outputs.far_field->surface.empty())
    for (const Index one : matching_groups(mesh, 2, input.outputs.far_field->surface))
      wanted.insert(one);
  if (has_radiation(input)) // planes whose images radiate
    for (const Boundary &boundary : input.boundaries)
      if (holds<SymmetrySpec>(boundary))
        for (const Index one : matching_groups(mesh, 2, boundary.group))
          wanted.insert(one);
  decltype(mesh.triangles) triangles;
  decltype(mesh.triangle_group) groups;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (wanted.count(mesh.triangle_group[t]) > 0) {
      triangles.push_back(mesh.triangles[t]);
      groups.push_back(mesh.triangle_group[t]);
    }
  mesh.triangles = std::move(triangles);
  mesh.triangle_group = std::move(groups);
}

std::vector<FluxFace> find_flux_faces(const Problem &problem, Index group) {
  std::map<std::array<Index, 3>, FluxFace> faces; // without a tet until one is found
  const TetMesh &mesh = problem.mesh;
  const auto ascending = [](std::array<Index, 3> nodes) {
    std::sort(nodes.begin(), nodes.end());
    return nodes;
  };
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (mesh.triangle_group[t] == group)
      faces[ascending(mesh.triangles[t])] = {-1, 0};
  for (Index tet = 0; tet < problem.tet_count(); ++tet)
    for (std::int8_t f = 0; f < 4; ++f)
      if (const auto at = faces.find(face_nodes(problem, tet, f));
          at != faces.end() && at->second.tet < 0)
        at->second = {tet, f};
  std::vector<FluxFace> found;
  for (const auto &[nodes, face] : faces)
    if (face.tet >= 0)
      found.push_back(face);
  return found;
}

} // namespace curlew::dgtd
