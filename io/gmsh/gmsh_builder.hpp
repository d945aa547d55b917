#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/io/gmsh/gmsh_cursor.hpp>
#include <curlew/io/gmsh/gmsh_elements.hpp>
#include <curlew/io/gmsh/gmsh_repeats.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace curlew::gmsh {

inline constexpr Index k_no_group = -1;

using ElementNodes = std::array<std::uint64_t, k_most_nodes>; // Gmsh's, as many as the shape has

// Elements of one shape that are kept.
template <std::size_t N> struct Elements {
  std::vector<std::array<Index, N>> nodes;
  std::vector<Index> groups;
  std::vector<std::uint64_t> numbers; // Gmsh's

  void add(const std::array<Index, N> &of_element, Index group, std::uint64_t number) {
    nodes.push_back(of_element);
    groups.push_back(group);
    numbers.push_back(number);
  }
};

// Makes a mesh of the contents of a file's sections, which use Gmsh's sparse numbers. The readers
// of both versions of the format pass all nodes, then all elements. `where` is the position of the
// entity in the file, for messages. The classes derived from it choose the elements that make the
// mesh, and reject other contents.
class MeshBuilder {
public:
  MeshBuilder(const Cursor &cursor, double length_unit_m)
      : cursor_(cursor), length_unit_m_(length_unit_m) {}
  MeshBuilder(const MeshBuilder &) = delete;
  MeshBuilder &operator=(const MeshBuilder &) = delete;
  virtual ~MeshBuilder() = default;

  // Nodes: a tag and then a point for each, in the same order.
  void reserve_nodes(std::uint64_t count);
  void add_node_tag(const char *where, std::uint64_t tag);
  void add_node_point(const char *where, const Point &point);
  // Sorts the nodes by tag. Fails for one that is listed twice.
  void close_nodes();

  void name_group(const char *where, int dimension, int tag, const std::string &name);
  // Returns the index of a physical group, made on first use.
  Index group(int dimension, int tag);
  // Returns the index of the group of those elements of a geometric entity that are in no physical
  // group, made on first use; k_no_group for the tag 0, which names no entity.
  Index entity_group(int dimension, int tag);

  // True where elements of second order are elements of this mesh.
  virtual bool may_be_curved() const { return false; }
  // True where elements of this type are passed to add().
  virtual bool keeps(ElementType type) const = 0;
  // True where a kept element of this type may lie in one physical group only.
  virtual bool has_one_group(ElementType type) const = 0;
  virtual Wanted wanted() const = 0;
  // Adds an element that is kept; `group` is that of its entity, or k_no_group, for an element of
  // no physical group.
  virtual void add(const char *where, std::uint64_t element, const ElementShape &shape,
                   const ElementNodes &nodes, Index group) = 0;

protected:
  Index find_node(const char *where, std::uint64_t element, std::uint64_t tag) const;
  template <std::size_t N>
  std::array<Index, N> find_nodes(const char *where, std::uint64_t element,
                                  const ElementNodes &nodes) const;
  // Fails for a `kind` with a repeated node among its first `count`.
  void require_different_nodes(const char *where, std::uint64_t element, const ElementNodes &nodes,
                               int count, const char *kind) const;
  // Returns the nodes, which must be different.
  template <std::size_t N>
  std::array<Index, N> find_different_nodes(const char *where, std::uint64_t element,
                                            const ElementNodes &nodes, const char *kind) const;
  // Returns nodes with their coordinates, for messages.
  std::string describe(const Index *nodes, std::size_t count) const;
  template <std::size_t N> std::string describe(const std::array<Index, N> &nodes) const {
    return describe(nodes.data(), N);
  }
  std::string group_label(Index group) const;
  bool is_physical(Index group) const { return group != k_no_group && !is_of_entity_[group]; }
  // True where the file names physical groups or has elements in one.
  bool has_physical_groups() const { return !group_index_.empty() || !names_.empty(); }
  // Fails where two are the same `kind`, which belongs to one physical `entity` only.
  template <std::size_t N>
  void reject_repeats(const Elements<N> &elements, const char *kind, const char *entity) const;
  // Keeps the first of several elements that are the same in the same group.
  template <std::size_t N> void drop_repeats(Elements<N> &elements) const;
  // Drops the points of all other nodes; returns the new number of each.
  std::vector<Index> keep_nodes(const std::vector<char> &used);
  // Returns the groups that hold elements, the highest dimension first, then by tag; renumbers
  // them. They are physical groups, or all are those of entities.
  std::vector<MeshGroup>
  keep_groups(std::initializer_list<std::vector<Index> *> element_groups) const;

  const Cursor &cursor_;
  std::vector<std::uint64_t> node_tags_; // ascending once closed
  std::vector<Point> points_;            // m
  std::vector<MeshGroup> groups_;

private:
  using GroupKey = std::pair<int, int>; // dimension, tag

  double length_unit_m_;
  std::vector<const char *> node_positions_;
  std::vector<Index> node_of_tag_; // tag - first tag -> node, unless the tags are too sparse
  bool tags_are_contiguous_ = false;
  std::map<GroupKey, Index> group_index_, entity_index_;
  std::vector<char> is_of_entity_; // by group
  std::map<GroupKey, std::string> names_;
};

// Logs how many elements of a shape became how many `parts` ("tets").
void log_split(std::size_t count, const char *shape, const char *shapes, std::size_t part_count,
               const char *parts);

template <std::size_t N>
void renumber(std::vector<std::array<Index, N>> &elements, const std::vector<Index> &number) {
  for (auto &nodes : elements) {
    for (Index &node : nodes) {
      node = number[node];
    }
  }
}

template <std::size_t N>
std::array<Index, N> MeshBuilder::find_nodes(const char *where, std::uint64_t element,
                                             const ElementNodes &nodes) const {
  std::array<Index, N> found;
  for (std::size_t i = 0; i < N; ++i) {
    found[i] = find_node(where, element, nodes[i]);
  }
  return found;
}

template <std::size_t N>
std::array<Index, N> MeshBuilder::find_different_nodes(const char *where, std::uint64_t element,
                                                       const ElementNodes &nodes,
                                                       const char *kind) const {
  require_different_nodes(where, element, nodes, N, kind);
  return find_nodes<N>(where, element, nodes);
}

template <std::size_t N>
void MeshBuilder::reject_repeats(const Elements<N> &elements, const char *kind,
                                 const char *entity) const {
  const auto repeats = find_repeats(elements.nodes, {}, points_.size());
  if (repeats.empty()) {
    return;
  }
  const auto [a, b] = repeats.front();
  const int tag_a = groups_[elements.groups[a]].tag;
  const int tag_b = groups_[elements.groups[b]].tag;
  cursor_.fail_file(fmt::format(
      "elements {} and {} are the same {}, with the nodes {}: {}", elements.numbers[a],
      elements.numbers[b], kind, describe(elements.nodes[a]),
      tag_a == tag_b ? fmt::format("it is listed twice in physical {} {}", entity, tag_a)
                     : fmt::format("it lies in the physical {}s {} and {}, but a {} belongs to "
                                   "exactly one",
                                   entity, tag_a, tag_b, kind)));
}

template <std::size_t N> void MeshBuilder::drop_repeats(Elements<N> &elements) const {
  const auto repeats = find_repeats(elements.nodes, elements.groups, points_.size());
  if (repeats.empty()) {
    return;
  }
  std::vector<char> dropped(elements.nodes.size(), 0);
  for (const auto &pair : repeats) {
    dropped[pair.second] = 1;
  }
  Elements<N> kept;
  for (std::size_t i = 0; i < dropped.size(); ++i) {
    if (!dropped[i]) {
      kept.add(elements.nodes[i], elements.groups[i], elements.numbers[i]);
    }
  }
  elements = std::move(kept);
}

} // namespace curlew::gmsh
