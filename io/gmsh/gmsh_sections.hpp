#pragma once

#include <curlew/io/gmsh/gmsh_builder.hpp>
#include <curlew/io/gmsh/gmsh_source.hpp>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace curlew::gmsh {

// The bodies of $Nodes, $Entities and $Elements: from behind the section's first line up to its
// $End. Source is TextSource or BinarySource; both are instantiated in the .cpp files.

// MSH 2.1 and 2.2. The counts are text in binary files too.
template <class Source> void read_nodes_v2(Source &source, MeshBuilder &builder);
template <class Source> void read_elements_v2(Source &source, MeshBuilder &builder);

// MSH 4.1. Physical groups belong to the geometric entities that the elements lie on.
class EntityTable {
public:
  // Fails for an entity that is listed twice.
  void add(const Cursor &cursor, const char *where, int dimension, std::int32_t tag,
           std::vector<std::int32_t> physical_tags);
  // The physical tags of an entity, ascending; null when the file does not list it.
  const std::vector<std::int32_t> *find(int dimension, std::int32_t tag) const;

private:
  std::unordered_map<std::int32_t, std::vector<std::int32_t>> entities_[4];
};

template <class Source> EntityTable read_entities_v4(Source &source);
template <class Source> void read_nodes_v4(Source &source, MeshBuilder &builder);
// `entities` is null for a file without $Entities: then no element has a physical group.
template <class Source>
void read_elements_v4(Source &source, const EntityTable *entities, MeshBuilder &builder);

} // namespace curlew::gmsh
