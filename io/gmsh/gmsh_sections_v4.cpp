#include <curlew/io/gmsh/gmsh_sections.hpp>

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace curlew::gmsh {
namespace {

constexpr const char *k_entity_names[] = {"point", "curve", "surface", "volume"};

template <class Source> int read_dimension(Source &source) {
  Cursor &cursor = source.cursor();
  const char *where = source.position();
  const std::int32_t dimension = source.integer("the dimension of an entity");
  if (dimension < 0 || dimension > 3) {
    cursor.fail(where,
                fmt::format("the dimension of an entity is {}, but must be 0 to 3", dimension));
  }
  return dimension;
}

template <class Source> std::vector<std::int32_t> read_physical_tags(Source &source) {
  Cursor &cursor = source.cursor();
  const char *count_position = source.position();
  const std::uint64_t count = source.size("the number of physical tags of an entity");
  check_count(cursor, count_position, count, Source::bytes(1, 0, 0), "physical tags of an entity");
  std::vector<std::int32_t> tags(count);
  for (std::int32_t &tag : tags) {
    const char *where = source.position();
    tag = source.integer("a physical tag");
    if (tag == 0 || tag == std::numeric_limits<std::int32_t>::min()) {
      cursor.fail(where, fmt::format("the physical tag {} is out of range", tag));
    }
    tag = std::abs(tag); // negative: reversed orientation
  }
  std::sort(tags.begin(), tags.end());
  tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
  return tags;
}

// The two totals in front of the blocks of $Nodes and $Elements, checked against the file's size.
struct Totals {
  std::uint64_t blocks;
  std::uint64_t items;
};

template <class Source>
Totals read_totals(Source &source, std::uint64_t item_bytes, const char *items) {
  Cursor &cursor = source.cursor();
  source.begin_record();
  Totals totals{};
  const char *blocks_position = source.position();
  totals.blocks = source.size("the number of entity blocks");
  const char *items_position = source.position();
  totals.items = source.size("the total count");
  source.size("the smallest number");
  source.size("the largest number");
  source.end_record("the section's totals");
  check_count(cursor, blocks_position, totals.blocks, Source::bytes(3, 1, 0), "entity blocks");
  check_count(cursor, items_position, totals.items, item_bytes, items);
  return totals;
}

// The size of a block, within what the file can hold and what the section announced.
template <class Source>
std::uint64_t read_block_size(Source &source, std::uint64_t left, std::uint64_t item_bytes,
                              const char *items) {
  Cursor &cursor = source.cursor();
  const char *where = source.position();
  const std::uint64_t count = source.size("the size of a block");
  source.end_record("the block's header");
  check_count(cursor, where, count, item_bytes, items);
  if (count > left) {
    cursor.fail(where,
                fmt::format("a block holds {} {}, but only {} of the section's total are left",
                            count, items, left));
  }
  return count;
}

void require_all(const Cursor &cursor, std::uint64_t left, const char *items) {
  if (left != 0) {
    cursor.fail(fmt::format("the blocks end, but {} of the announced {} are missing", left, items));
  }
}

// The groups of the elements in one block. Empty for elements that need none.
template <class Source>
std::vector<Index> block_groups(Source &source, const char *where, const ElementShape &shape,
                                int dimension, std::int32_t entity, std::uint64_t count,
                                const EntityTable *entities, MeshBuilder &builder) {
  if (!builder.keeps(shape.type)) {
    return {};
  }
  Cursor &cursor = source.cursor();
  if (dimension != shape.dimension) {
    cursor.fail(where,
                fmt::format("{} {} are listed on a {} (tag {}), expected a {}", count, shape.plural,
                            k_entity_names[dimension], entity, k_entity_names[shape.dimension]));
  }
  if (!entities) {
    return {builder.entity_group(dimension, entity)};
  }
  const std::vector<std::int32_t> *tags = entities->find(dimension, entity);
  if (!tags) {
    cursor.fail(where, fmt::format("{} elements lie on {} {}, which $Entities does not list (a "
                                   "partitioned mesh must be saved unpartitioned)",
                                   count, k_entity_names[dimension], entity));
  }
  if (builder.has_one_group(shape.type) && tags->size() > 1) {
    const char *kind = k_entity_names[dimension];
    cursor.fail(where, fmt::format("the {} {} of {} {} lie in the physical {}s {}, but a {} "
                                   "belongs to exactly one",
                                   count, shape.plural, kind, entity, kind,
                                   fmt::join(*tags, " and "), shape.name));
  }
  if (tags->empty()) {
    return {builder.entity_group(dimension, entity)};
  }
  std::vector<Index> groups;
  for (const std::int32_t tag : *tags) {
    groups.push_back(builder.group(dimension, tag));
  }
  return groups;
}

} // namespace

void EntityTable::add(const Cursor &cursor, const char *where, int dimension, std::int32_t tag,
                      std::vector<std::int32_t> physical_tags) {
  if (!entities_[dimension].try_emplace(tag, std::move(physical_tags)).second) {
    cursor.fail(where,
                fmt::format("{} {} is listed a second time", k_entity_names[dimension], tag));
  }
}

const std::vector<std::int32_t> *EntityTable::find(int dimension, std::int32_t tag) const {
  const auto found = entities_[dimension].find(tag);
  return found == entities_[dimension].end() ? nullptr : &found->second;
}

template <class Source> EntityTable read_entities_v4(Source &source) {
  Cursor &cursor = source.cursor();
  source.begin_record();
  std::uint64_t counts[4];
  for (int dimension = 0; dimension < 4; ++dimension) {
    const char *where = source.position();
    counts[dimension] = source.size("a number of entities");
    // A point has a tag, three coordinates and a number of physical tags; others take more.
    check_count(cursor, where, counts[dimension], Source::bytes(1, 1, 3), "entities");
  }
  source.end_record("the numbers of entities");
  EntityTable entities;
  for (int dimension = 0; dimension < 4; ++dimension) {
    for (std::uint64_t i = 0; i < counts[dimension]; ++i) {
      source.begin_record();
      const char *where = source.position();
      const std::int32_t tag = source.integer("the tag of an entity");
      const int reals = dimension == 0 ? 3 : 6; // a position, or a bounding box
      for (int k = 0; k < reals; ++k) {
        source.real("a coordinate of an entity");
      }
      entities.add(cursor, where, dimension, tag, read_physical_tags(source));
      if (dimension > 0) {
        const char *count_position = source.position();
        const std::uint64_t bounding = source.size("the number of bounding entities");
        check_count(cursor, count_position, bounding, Source::bytes(1, 0, 0), "bounding entities");
        for (std::uint64_t k = 0; k < bounding; ++k) {
          source.integer("the tag of a bounding entity");
        }
      }
      source.end_record("an entity");
    }
  }
  return entities;
}

template <class Source> void read_nodes_v4(Source &source, MeshBuilder &builder) {
  Cursor &cursor = source.cursor();
  const std::uint64_t node_bytes = Source::bytes(0, 1, 3);
  const Totals totals = read_totals(source, node_bytes, "nodes");
  builder.reserve_nodes(totals.items);
  std::uint64_t left = totals.items;
  for (std::uint64_t block = 0; block < totals.blocks; ++block) {
    source.begin_record();
    const int dimension = read_dimension(source);
    source.integer("the tag of an entity");
    const char *parametric_position = source.position();
    const std::int32_t parametric = source.integer("the parametric flag");
    if (parametric != 0 && parametric != 1) {
      cursor.fail(parametric_position,
                  fmt::format("the parametric flag is {}, but must be 0 or 1", parametric));
    }
    const std::uint64_t count = read_block_size(source, left, node_bytes, "nodes");
    for (std::uint64_t i = 0; i < count; ++i) {
      source.begin_record();
      const char *where = source.position();
      builder.add_node_tag(where, source.size("a node number"));
      source.end_record("a node number");
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      source.begin_record();
      const char *where = source.position();
      const double x = source.real("a node's x coordinate");
      const double y = source.real("a node's y coordinate");
      const double z = source.real("a node's z coordinate");
      for (int k = 0; k < (parametric ? dimension : 0); ++k) {
        source.real("a parametric coordinate");
      }
      builder.add_node_point(where, {x, y, z});
      source.end_record("a node's coordinates");
    }
    left -= count;
  }
  require_all(cursor, left, "nodes");
  builder.close_nodes();
}

template <class Source>
void read_elements_v4(Source &source, const EntityTable *entities, MeshBuilder &builder) {
  Cursor &cursor = source.cursor();
  const Totals totals = read_totals(source, Source::bytes(0, 2, 0), "elements");
  std::uint64_t left = totals.items;
  for (std::uint64_t block = 0; block < totals.blocks; ++block) {
    source.begin_record();
    const char *block_position = source.position();
    const int dimension = read_dimension(source);
    const std::int32_t entity = source.integer("the tag of an entity");
    const char *type_position = source.position();
    const std::int32_t type = source.integer("an element type");
    const ElementShape *shape = element_shape(type, builder.may_be_curved());
    const std::uint64_t item_bytes = Source::bytes(0, 1 + (shape ? shape->node_count : 1), 0);
    const std::uint64_t count = read_block_size(source, left, item_bytes, "elements");
    if (!shape && count > 0) {
      source.begin_record();
      refuse_element(cursor, type_position, type,
                     fmt::format("element {}", source.size("an element number")), builder.wanted());
    }
    left -= count;
    if (count == 0) {
      continue;
    }
    const std::vector<Index> groups =
        block_groups(source, block_position, *shape, dimension, entity, count, entities, builder);
    for (std::uint64_t i = 0; i < count; ++i) {
      source.begin_record();
      const char *where = source.position();
      const std::uint64_t element = source.size("an element number");
      ElementNodes nodes{};
      for (int k = 0; k < shape->node_count; ++k) {
        nodes[k] = source.size("a node of the element");
      }
      source.end_record("the element's last node");
      for (const Index group : groups) {
        builder.add(where, element, *shape, nodes, group);
      }
    }
  }
  require_all(cursor, left, "elements");
}

template EntityTable read_entities_v4(TextSource &);
template EntityTable read_entities_v4(BinarySource &);
template void read_nodes_v4(TextSource &, MeshBuilder &);
template void read_nodes_v4(BinarySource &, MeshBuilder &);
template void read_elements_v4(TextSource &, const EntityTable *, MeshBuilder &);
template void read_elements_v4(BinarySource &, const EntityTable *, MeshBuilder &);

} // namespace curlew::gmsh
