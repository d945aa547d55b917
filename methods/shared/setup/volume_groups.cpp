#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/io/case/document/document.hpp>

#include <fmt/format.h>

#include <atomic>

namespace curlew {
namespace {

constexpr const char *k_default_boundary = "default";

// Group -> 1 where it has tets.
std::vector<std::uint8_t> used_groups(const TetMesh &mesh, int threads) {
  std::vector<std::atomic<std::uint8_t>> met(mesh.groups.size());
  parallel_chunks(mesh.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      if (auto &flag = met[mesh.tet_group[t]]; flag.load(std::memory_order_relaxed) == 0)
        flag.store(1, std::memory_order_relaxed);
  });
  return {met.begin(), met.end()};
}

// True where two conditions of one face are the same.
bool agree(const Boundary &a, const Boundary &b) {
  const bool has_no_values = holds<Pec>(a) || holds<Pmc>(a) || holds<Abc>(a);
  return &a == &b || (has_no_values && a.condition.index() == b.condition.index());
}

} // namespace

std::vector<int> materials_of_groups(const Case &input, const TetMesh &mesh, int threads) {
  std::vector<int> of_group(mesh.groups.size(), -1);
  for (const auto &[region, name] : input.regions) {
    const Index group = find_group(mesh, 3, region, input.where(child_pointer("/regions", region)));
    const Material &material = input.material(name);
    if (of_group[group] >= 0)
      throw InputError(fmt::format("{}: the volume \"{}\" has a material already: its name and its "
                                   "tag {} are the same group; leave one of them out",
                                   input.where(child_pointer("/regions", region)),
                                   mesh.groups[group].label(), mesh.groups[group].tag));
    of_group[group] = static_cast<int>(&material - input.materials.data());
  }
  std::string missing;
  const std::vector<std::uint8_t> used = used_groups(mesh, threads);
  for (std::size_t g = 0; g < mesh.groups.size(); ++g)
    if (used[g] && of_group[g] < 0)
      missing += (missing.empty() ? "\"" : ", \"") + mesh.groups[g].label() + "\"";
  if (!missing.empty())
    throw InputError(input.where("/regions") + ": no material for the mesh volume " + missing +
                     "; add it to \"regions\"");
  return of_group;
}

std::vector<std::uint8_t> solved_tets(const Case &input, const TetMesh &mesh,
                                      const std::vector<int> &material_of_group, int threads) {
  std::vector<std::uint8_t> solved(mesh.tets.size());
  std::atomic<bool> any{false};
  parallel_chunks(solved.size(), threads, [&](std::size_t begin, std::size_t end) {
    bool any_here = false;
    for (std::size_t t = begin; t < end; ++t) {
      solved[t] = !input.materials[material_of_group[mesh.tet_group[t]]].pec;
      any_here = any_here || solved[t];
    }
    if (any_here)
      any = true;
  });
  if (!any)
    throw InputError(input.where("/regions") + ": every volume is a perfect conductor; nothing is "
                                               "left to solve");
  return solved;
}

std::vector<std::uint8_t> solved_tets(const Case &input, const TetMesh &mesh, int threads) {
  return solved_tets(input, mesh, materials_of_groups(input, mesh, threads), threads);
}

std::string where(const Case &input, const Boundary &boundary) {
  return input.where(child_pointer("/boundaries", boundary.group));
}

GroupBoundaries boundaries_of_groups(const Case &input, const TetMesh &mesh) {
  GroupBoundaries boundaries;
  boundaries.of_group.resize(mesh.groups.size(), nullptr);
  for (const Boundary &boundary : input.boundaries) {
    if (boundary.group == k_default_boundary) {
      boundaries.rest = &boundary;
      continue;
    }
    const Boundary *&of_this =
        boundaries.of_group[find_group(mesh, 2, boundary.group, where(input, boundary))];
    if (of_this != nullptr)
      throw InputError(fmt::format("{}: the surface group \"{}\" has a condition already, by its "
                                   "name or its tag, at {}; leave one of them out",
                                   where(input, boundary), boundary.group, where(input, *of_this)));
    of_this = &boundary;
  }
  return boundaries;
}

std::vector<const Boundary *> boundaries_of_faces(const Case &input, const TetMesh &mesh,
                                                  const TetTopology &topology,
                                                  const std::vector<Index> &triangle_face,
                                                  const GroupBoundaries &boundaries) {
  std::vector<const Boundary *> of_face(topology.faces.size(), nullptr);
  for (std::size_t t = 0; t < triangle_face.size(); ++t) {
    const Boundary *boundary = boundaries.of_group[mesh.triangle_group[t]];
    if (boundary == nullptr)
      continue;
    const Boundary *&slot = of_face[triangle_face[t]];
    if (slot != nullptr && !agree(*slot, *boundary))
      throw InputError(fmt::format("{}: the face {} lies in two groups with different boundary "
                                   "types (the other: {})",
                                   where(input, *boundary),
                                   describe_face(mesh, topology.faces[triangle_face[t]]),
                                   where(input, *slot)));
    slot = boundary;
  }
  return of_face;
}

std::string describe_face(const TetMesh &mesh, const std::array<Index, 3> &face) {
  std::string text = "with corners";
  for (const Index node : face) {
    const Point &p = mesh.points[node];
    text += fmt::format(" ({:.6g}, {:.6g}, {:.6g})", p[0], p[1], p[2]);
  }
  return text + " m";
}

void refuse_without_condition(const Case &input, const TetMesh &mesh,
                              const std::array<Index, 3> &face) {
  throw InputError(fmt::format(
      "{}: the boundary face {} has no condition: name its group here or give a \"default\" "
      "(surface groups of the mesh: {})",
      input.where("/boundaries"), describe_face(mesh, face), list_groups(mesh, 2)));
}

} // namespace curlew
