#include <curlew/io/gmsh/gmsh_sections.hpp>

#include <cstdlib>
#include <limits>
#include <type_traits>

namespace curlew::gmsh {
namespace {

template <class Source> constexpr bool k_is_text = std::is_same_v<Source, TextSource>;

std::uint64_t read_count(Cursor &cursor, const char *what) {
  TextSource text(cursor);
  text.begin_record();
  const std::uint64_t count = text.size(what);
  text.end_record(what);
  if (!cursor.at_end()) {
    cursor.move_to(cursor.position() + 1); // the line end; binary data begins right behind it
  }
  return count;
}

// A node or element number: Gmsh's are positive.
template <class Source> std::uint64_t read_number(Source &source, const char *what) {
  const char *where = source.position();
  const std::int32_t number = source.integer(what);
  if (number < 1) {
    source.cursor().fail(where, fmt::format("{} is {}, but must be positive", what, number));
  }
  return static_cast<std::uint64_t>(number);
}

struct ElementHeader {
  std::int32_t type;
  std::int32_t tag_count;
};

// The first two tags of an element, 0 for none.
struct ElementTags {
  std::int32_t physical = 0, entity = 0;
};

template <class Source> ElementTags read_tags(Source &source, std::int32_t count) {
  ElementTags tags;
  for (std::int32_t i = 0; i < count; ++i) {
    const std::int32_t tag = source.integer("a tag of the element");
    if (i == 0) {
      tags.physical = tag;
    } else if (i == 1) {
      tags.entity = tag;
    }
  }
  return tags;
}

template <class Source> class ElementReader {
public:
  ElementReader(Source &source, MeshBuilder &builder) : source_(source), builder_(builder) {}

  const ElementShape &shape(const char *where, std::int32_t type, std::uint64_t element) const {
    const ElementShape *shape = element_shape(type, builder_.may_be_curved());
    if (!shape) {
      refuse_element(source_.cursor(), where, type, fmt::format("element {}", element),
                     builder_.wanted());
    }
    return *shape;
  }

  void check_tag_count(const char *where, std::int32_t count) const {
    if (count < 0) {
      source_.cursor().fail(where, fmt::format("the number of tags is {}", count));
    }
    check_count(source_.cursor(), where, count, Source::bytes(1, 0, 0), "tags of an element");
  }

  void read_body(const char *where, std::uint64_t element, const ElementShape &shape,
                 std::int32_t tag_count) {
    const ElementTags tags = read_tags(source_, tag_count);
    ElementNodes nodes{};
    for (int i = 0; i < shape.node_count; ++i) {
      nodes[i] = read_number(source_, "a node of the element");
    }
    if (builder_.keeps(shape.type)) {
      builder_.add(where, element, shape, nodes, group(where, shape.dimension, tags));
    }
  }

private:
  Index group(const char *where, int dimension, const ElementTags &tags) {
    if (tags.physical == 0) {
      return builder_.entity_group(dimension, tags.entity);
    }
    if (tags.physical == std::numeric_limits<std::int32_t>::min()) {
      source_.cursor().fail(where,
                            fmt::format("the physical group {} is out of range", tags.physical));
    }
    return builder_.group(dimension, std::abs(tags.physical)); // negative: reversed orientation
  }

  Source &source_;
  MeshBuilder &builder_;
};

} // namespace

template <class Source> void read_nodes_v2(Source &source, MeshBuilder &builder) {
  Cursor &cursor = source.cursor();
  cursor.skip_space();
  const char *count_position = cursor.position();
  const std::uint64_t count = read_count(cursor, "the number of nodes");
  check_count(cursor, count_position, count, Source::bytes(1, 0, 3), "nodes");
  builder.reserve_nodes(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    source.begin_record();
    const char *where = source.position();
    builder.add_node_tag(where, read_number(source, "a node number"));
    const double x = source.real("a node's x coordinate");
    const double y = source.real("a node's y coordinate");
    const double z = source.real("a node's z coordinate");
    builder.add_node_point(where, {x, y, z});
    source.end_record("a node");
  }
  builder.close_nodes();
}

template <class Source> void read_elements_v2(Source &source, MeshBuilder &builder) {
  Cursor &cursor = source.cursor();
  cursor.skip_space();
  const char *count_position = cursor.position();
  const std::uint64_t count = read_count(cursor, "the number of elements");
  ElementReader<Source> reader(source, builder);
  if constexpr (k_is_text<Source>) {
    check_count(cursor, count_position, count, Source::bytes(4, 0, 0), "elements");
    for (std::uint64_t i = 0; i < count; ++i) {
      source.begin_record();
      const char *where = source.position();
      const std::uint64_t element = read_number(source, "an element number");
      const std::int32_t type = source.integer("an element type");
      const ElementShape &shape = reader.shape(where, type, element);
      const char *tags_position = source.position();
      const std::int32_t tag_count = source.integer("the number of tags");
      reader.check_tag_count(tags_position, tag_count);
      reader.read_body(where, element, shape, tag_count);
      source.end_record("the element's last node");
    }
  } else {
    check_count(cursor, count_position, count, Source::bytes(2, 0, 0), "elements");
    for (std::uint64_t i = 0; i < count;) {
      const char *where = source.position();
      const std::int32_t type = source.integer("an element type");
      const char *block_position = source.position();
      const std::int32_t in_block = source.integer("the number of elements in a block");
      if (in_block < 1 || static_cast<std::uint64_t>(in_block) > count - i) {
        cursor.fail(block_position,
                    fmt::format("a block holds {} elements, but {} of the section's {} "
                                "are left",
                                in_block, count - i, count));
      }
      const char *tags_position = source.position();
      const std::int32_t tag_count = source.integer("the number of tags");
      if (!element_shape(type, builder.may_be_curved())) {
        refuse_element(cursor, where, type, fmt::format("element {}", source.integer("its number")),
                       builder.wanted());
      }
      reader.check_tag_count(tags_position, tag_count);
      const ElementShape &shape = *element_shape(type, builder.may_be_curved());
      check_count(cursor, block_position, in_block,
                  Source::bytes(1 + std::uint64_t(tag_count) + shape.node_count, 0, 0), "elements");
      for (std::int32_t j = 0; j < in_block; ++j) {
        const char *element_position = source.position();
        const std::uint64_t element = read_number(source, "an element number");
        reader.read_body(element_position, element, shape, tag_count);
      }
      i += static_cast<std::uint64_t>(in_block);
    }
  }
}

template void read_nodes_v2(TextSource &, MeshBuilder &);
template void read_nodes_v2(BinarySource &, MeshBuilder &);
template void read_elements_v2(TextSource &, MeshBuilder &);
template void read_elements_v2(BinarySource &, MeshBuilder &);

} // namespace curlew::gmsh
