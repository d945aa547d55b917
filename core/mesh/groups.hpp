#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// Returns the indices into mesh.groups of the groups of this dimension that the user calls
// `name_or_tag`: those of this name, else those of this tag.
std::vector<Index> matching_groups(const TetMesh &mesh, int dimension,
                                   std::string_view name_or_tag);

// Returns the index into mesh.groups of the group of this dimension that the user calls
// `name_or_tag`: a name wins over a tag. Throws InputError that lists the groups the mesh has, with
// the likely meaning first, or states that the name is ambiguous.
Index find_group(const TetMesh &mesh, int dimension, std::string_view name_or_tag);

// The same; messages begin with `case_location`, where the user named the group.
Index find_group(const TetMesh &mesh, int dimension, std::string_view name_or_tag,
                 const std::string &case_location);

// Returns the groups of one dimension for messages: `"air" (tag 1), "core" (tag 2)`, or `none`.
std::string list_groups(const TetMesh &mesh, int dimension);

} // namespace curlew
