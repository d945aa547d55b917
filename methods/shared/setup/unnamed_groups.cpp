#include <curlew/methods/shared/setup/unnamed_groups.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <variant>

namespace curlew {
namespace {

// Groups that are named one by one; the others are counted.
constexpr std::size_t k_named_groups = 6;

// Marks the surface groups of a name.
void mark(const TetMesh &mesh, const std::string &name, std::vector<std::uint8_t> &marked) {
  for (const Index group : matching_groups(mesh, 2, name))
    marked[group] = 1;
}

// Faces of a group.
struct Faces {
  std::size_t inner = 0, outer = 0;
};

} // namespace

std::string unnamed_groups_warning(const Case &input, const TetMesh &mesh,
                                   const TetTopology &topology,
                                   const std::vector<Index> &triangle_faces,
                                   const std::vector<std::uint8_t> &solved) {
  std::vector<std::uint8_t> named(mesh.groups.size(), 0);
  for (const Boundary &boundary : input.boundaries) {
    mark(mesh, boundary.group, named);
    if (const auto *periodic = spec_of<PeriodicSpec>(boundary))
      mark(mesh, periodic->with, named);
  }
  std::vector<std::uint8_t> has_condition(topology.faces.size(), 0);
  for (std::size_t t = 0; t < triangle_faces.size(); ++t)
    if (named[mesh.triangle_group[t]])
      has_condition[triangle_faces[t]] = 1;
  for (const FluxSpec &flux : input.outputs.fluxes)
    if (const auto *group = std::get_if<FluxGroup>(&flux.shape))
      mark(mesh, group->name, named);
  if (input.outputs.far_field)
    mark(mesh, input.outputs.far_field->surface, named);
  std::vector<Faces> faces(mesh.groups.size());
  for (std::size_t t = 0; t < triangle_faces.size(); ++t) {
    const Index group = mesh.triangle_group[t];
    const auto &[first, second] = topology.face_tets[triangle_faces[t]];
    if (named[group] || has_condition[triangle_faces[t]])
      continue;
    faces[group].inner += second >= 0 && solved[first] && solved[second];
    faces[group].outer += second < 0 && solved[first];
  }
  std::string text;
  std::size_t count = 0, outer = 0;
  for (std::size_t g = 0; g < faces.size(); ++g)
    if (faces[g].inner > 0) {
      if (++count <= k_named_groups)
        text += fmt::format("{}\"{}\" ({} faces)", text.empty() ? "" : ", ", mesh.groups[g].label(),
                            faces[g].inner);
      outer += faces[g].outer;
    }
  if (count == 0)
    return {};
  if (count > k_named_groups)
    text += fmt::format(" and {} more", count - k_named_groups);
  text = fmt::format("{}: faces inside of the mesh have no condition, so that fields pass through "
                     "them: of the surface group{} {}{}. Name a conductor or a sheet here, or take "
                     "the groups out of the mesh",
                     input.where("/boundaries"), count == 1 ? "" : "s", text,
                     outer == 0 ? ""
                                : fmt::format("; their {} faces at the end of the mesh have that "
                                              "of \"default\"",
                                              outer));
  if (input.refuses_unnamed_groups)
    throw InputError(text + " (\"unnamed\" is \"error\")");
  return text + "; with \"unnamed\": \"error\" this is an error";
}

} // namespace curlew
