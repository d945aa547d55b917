#include <curlew/core/mesh/groups.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/text.hpp>

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <vector>

namespace curlew {
namespace {

const char *kind(int dimension) {
  return dimension == 3 ? "volume" : "surface";
}

std::optional<int> as_tag(std::string_view text) {
  int tag = 0;
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, tag);
  if (error != std::errc() || stop != end)
    return std::nullopt;
  return tag;
}

// Indices of the groups of one dimension that a test accepts.
template <class Accept>
std::vector<Index> matching(const TetMesh &mesh, int dimension, Accept accept) {
  std::vector<Index> result;
  for (std::size_t g = 0; g < mesh.groups.size(); ++g)
    if (mesh.groups[g].dimension == dimension && accept(mesh.groups[g]))
      result.push_back(static_cast<Index>(g));
  return result;
}

} // namespace

std::vector<Index> matching_groups(const TetMesh &mesh, int dimension,
                                   std::string_view name_or_tag) {
  std::vector<Index> found = matching(mesh, dimension, [&](const MeshGroup &group) {
    return !group.name.empty() && group.name == name_or_tag;
  });
  if (!found.empty())
    return found;
  const std::optional<int> tag = as_tag(name_or_tag);
  return matching(mesh, dimension,
                  [&](const MeshGroup &group) { return tag && group.tag == *tag; });
}

Index find_group(const TetMesh &mesh, int dimension, std::string_view name_or_tag) {
  const std::vector<Index> found = matching_groups(mesh, dimension, name_or_tag);
  if (found.size() == 1)
    return found[0];
  if (found.size() > 1)
    throw InputError(fmt::format("the mesh has {} {} groups \"{}\" (tags {} and {}); name the one "
                                 "that is meant by its tag",
                                 found.size(), kind(dimension), name_or_tag,
                                 mesh.groups[found[0]].tag, mesh.groups[found[1]].tag));

  std::string message =
      fmt::format("the mesh has no {} group \"{}\"", kind(dimension), name_or_tag);
  const int other = dimension == 3 ? 2 : 3;
  std::vector<std::string> names;
  for (const MeshGroup &group : mesh.groups)
    if (group.dimension == dimension)
      names.push_back(group.label());
  if (const std::string close = suggest(name_or_tag, names); !close.empty())
    message += fmt::format("; did you mean \"{}\"?", close);
  else if (!matching_groups(mesh, other, name_or_tag).empty())
    message += fmt::format("; a {} group is called so", kind(other));
  throw InputError(message + fmt::format(" ({} groups of the mesh: {})", kind(dimension),
                                         list_groups(mesh, dimension)));
}

std::string list_groups(const TetMesh &mesh, int dimension) {
  std::string list;
  for (const MeshGroup &group : mesh.groups) {
    if (group.dimension != dimension)
      continue;
    list += list.empty() ? "" : ", ";
    list += group.name.empty() ? fmt::format("tag {}", group.tag)
                               : fmt::format("\"{}\" (tag {})", group.name, group.tag);
  }
  return list.empty() ? "none" : list;
}

Index find_group(const TetMesh &mesh, int dimension, std::string_view name_or_tag,
                 const std::string &case_location) {
  try {
    return find_group(mesh, dimension, name_or_tag);
  } catch (const InputError &error) {
    throw InputError(case_location + ": " + error.what());
  }
}

} // namespace curlew
