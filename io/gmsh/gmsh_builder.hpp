#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/io/gmsh/gmsh_cursor.hpp>
#include <curlew/io/gmsh/gmsh_elements.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace curlew::gmsh {

inline constexpr Index k_no_group = -1;

// Turns what the sections of a file say, with Gmsh's sparse numbers, into a TetMesh, and rejects
// what is not a mesh of tets. Both versions of the format feed it: all nodes, then all elements.
// `where` is the position of the entity in the file, for messages.
class MeshBuilder {
public:
  MeshBuilder(const Cursor &cursor, double length_unit_m)
      : cursor_(cursor), length_unit_m_(length_unit_m) {}

  // Nodes: a tag and then a point for each, in the same order.
  void reserve_nodes(std::uint64_t count);
  void add_node_tag(const char *where, std::uint64_t tag);
  void add_node_point(const char *where, const Point &point);
  // Sorts the nodes by tag. Fails for one that is listed twice.
  void close_nodes();

  void name_group(const char *where, int dimension, int tag, const std::string &name);
  // The index of a physical group, made on first use.
  Index group(int dimension, int tag);

  // `group` is k_no_group for an element of no physical group.
  void add_tet(const char *where, std::uint64_t element, const std::array<std::uint64_t, 4> &nodes,
               Index group);
  void add_triangle(const char *where, std::uint64_t element,
                    const std::array<std::uint64_t, 3> &nodes, Index group);

  TetMesh finish();

private:
  using GroupKey = std::pair<int, int>; // dimension, tag

  Index find_node(const char *where, std::uint64_t element, std::uint64_t tag) const;
  // det(p1-p0, p2-p0, p3-p0) over the cube of the longest edge.
  double shape_of(const std::array<Index, 4> &nodes) const;
  std::string describe(const std::array<Index, 4> &nodes) const;
  void require_tets() const;
  void reject_repeated_tets() const;
  void drop_repeated_triangles();
  void number_used_nodes(TetMesh &mesh);
  void number_used_groups(TetMesh &mesh) const;

  const Cursor &cursor_;
  double length_unit_m_;

  std::vector<std::uint64_t> node_tags_; // ascending once closed
  std::vector<Point> points_;            // m
  std::vector<const char *> node_positions_;
  std::vector<Index> node_of_tag_; // tag - first tag -> node, unless the tags are too sparse
  bool tags_are_contiguous_ = false;

  std::vector<std::array<Index, 4>> tets_;
  std::vector<Index> tet_group_;
  std::vector<std::uint64_t> tet_numbers_;
  std::uint64_t ungrouped_tets_ = 0;
  std::uint64_t first_ungrouped_ = 0;

  std::vector<std::array<Index, 3>> triangles_;
  std::vector<Index> triangle_group_;
  std::vector<std::uint64_t> triangle_numbers_;
  std::uint64_t ungrouped_triangles_ = 0;

  std::vector<MeshGroup> groups_;
  std::map<GroupKey, Index> group_index_;
  std::map<GroupKey, std::string> names_;
};

} // namespace curlew::gmsh
