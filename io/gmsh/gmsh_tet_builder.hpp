#pragma once

#include <curlew/io/gmsh/gmsh_builder.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

namespace curlew::gmsh {

// Makes a TetMesh of the file's tets and triangles, straight or, where requested, of second order.
class TetMeshBuilder : public MeshBuilder {
public:
  TetMeshBuilder(const Cursor &cursor, double length_unit_m, CurvedTets curved)
      : MeshBuilder(cursor, length_unit_m), may_be_curved_(curved == CurvedTets::keep) {}

  bool may_be_curved() const override { return may_be_curved_; }
  bool keeps(ElementType type) const override {
    return has_one_group(type) || type == ElementType::triangle ||
           type == ElementType::curved_triangle;
  }
  bool has_one_group(ElementType type) const override {
    return type == ElementType::tet || type == ElementType::curved_tet;
  }
  Wanted wanted() const override {
    return {"tetrahedra and their triangles", "4-node tetrahedra (4) and 3-node triangles (2)"};
  }
  void add(const char *where, std::uint64_t element, const ElementShape &shape,
           const ElementNodes &nodes, Index group) override;

  // True where there are triangles, but no tets.
  bool has_surfaces_only() const;
  TetMesh finish();

private:
  void add_tet(const char *where, std::uint64_t element, const ElementShape &shape,
               const ElementNodes &nodes, Index group);
  // Fails unless the map to a curved tet keeps its orientation.
  void check_curved(const char *where, std::uint64_t element, const std::array<Index, 4> &tet,
                    const std::array<Index, 6> &middles) const;
  void add_triangle(const char *where, std::uint64_t element, const ElementNodes &nodes,
                    Index group);
  // Returns det(p1-p0, p2-p0, p3-p0) over the cube of the longest edge.
  double shape_of(const std::array<Index, 4> &nodes) const;
  void require_tets() const;
  void number_edge_points(TetMesh &mesh);
  void number_nodes(TetMesh &mesh);

  bool may_be_curved_;
  Elements<4> tets_;
  std::vector<std::array<Index, 6>> middles_; // edge points of the 10-node tets
  std::uint64_t ungrouped_tets_ = 0;
  std::uint64_t first_ungrouped_ = 0;
  Elements<3> triangles_;
  std::uint64_t ungrouped_triangles_ = 0;
};

} // namespace curlew::gmsh
