#pragma once

#include <curlew/io/gmsh/gmsh_builder.hpp>
#include <curlew/io/gmsh/gmsh_quads.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

#include <unordered_map>

namespace curlew::gmsh {

// Makes a TetMesh of the file's tets and triangles, straight or, where requested, of second order.
// Splits hexahedra, prisms and pyramids into tets, quadrangles of surfaces into triangles
// (core/mesh/cell_split.hpp). Tets of a cell of second order are of second order too: the point of
// an edge across the cell is that of the cell's own map.
class TetMeshBuilder : public MeshBuilder {
public:
  TetMeshBuilder(const Cursor &cursor, double length_unit_m, CurvedTets curved)
      : MeshBuilder(cursor, length_unit_m), may_be_curved_(curved == CurvedTets::keep) {}

  bool may_be_curved() const override { return may_be_curved_; }
  bool keeps(ElementType type) const override {
    return has_one_group(type) || type == ElementType::triangle ||
           type == ElementType::curved_triangle || is_quadrangle(type);
  }
  bool has_one_group(ElementType type) const override {
    const ElementShape *shape = element_shape(static_cast<int>(type), true);
    return shape != nullptr && shape->dimension == 3;
  }
  Wanted wanted() const override {
    return {"tetrahedra (type 4), hexahedra (5), prisms (6), pyramids (7), triangles (2) and "
            "quadrangles (3)"};
  }
  void add(const char *where, std::uint64_t element, const ElementShape &shape,
           const ElementNodes &nodes, Index group) override;

  // True where there are triangles, but no tets.
  bool has_surfaces_only() const;
  TetMesh finish();

private:
  struct FileCell; // a cell with its nodes
  using Middles = std::array<Index, 6>;

  // A shape_of() below this is rounding noise, a volume of 1e-14 of the longest edge cubed: a tet
  // that meshers make by mistake and that no method can use.
  static constexpr double k_zero_shape = 6e-14;

  void add_volume_element(const char *where, std::uint64_t element, const ElementShape &shape,
                          const ElementNodes &nodes, Index group);
  void add_tet(const char *where, std::uint64_t element, const ElementShape &shape,
               const ElementNodes &nodes, Index group);
  void add_cell(const char *where, std::uint64_t element, const ElementShape &shape,
                const ElementNodes &nodes, Index group);
  // Returns the corners of the tets of a cell and whether they all have negative orientation.
  std::pair<CellSplit, bool> split(const FileCell &cell) const;
  // Returns the point on the edge between two corners of a cell of second order.
  Index middle_of(const FileCell &cell, int a, int b);
  Point middle_of_quad(const FileCell &cell, int quad) const;
  Point middle_of_hexahedron(const FileCell &cell) const;
  // Fails unless a diagonal's two ways to its point give the same.
  void require_same_middle(const FileCell &cell, const std::array<Index, 2> &diagonal,
                           const Point &known, const Point &middle) const;
  // Fails unless the map to a curved tet keeps its orientation.
  void check_curved(const char *where, std::uint64_t element, const ElementShape &shape,
                    const std::array<Index, 4> &tet, const Middles &middles) const;
  void require_one_order(const char *where, std::uint64_t element, const ElementShape &shape) const;
  void add_surface_element(const char *where, std::uint64_t element, const ElementShape &shape,
                           const ElementNodes &nodes, Index group);
  // Returns det(p1-p0, p2-p0, p3-p0) over the cube of the longest edge.
  double shape_of(const std::array<Index, 4> &nodes) const;
  void require_tets() const;
  // Drops triangles of no physical group, unless all groups are those of entities.
  void keep_grouped_triangles();
  void require_conforming_quads() const;
  void log_splits() const;
  void number_edge_points(TetMesh &mesh);
  void number_nodes(TetMesh &mesh);

  bool may_be_curved_;
  Elements<4> tets_;             // those of cells too
  std::vector<Middles> middles_; // edge points of tets of second order
  Cells cells_;
  // The point of each diagonal of cells and their faces, by its nodes.
  std::unordered_map<std::uint64_t, Index> diagonal_middles_;
  std::uint64_t volume_elements_ = 0;
  std::uint64_t ungrouped_elements_ = 0; // in no physical group
  std::uint64_t first_ungrouped_ = 0;
  bool has_lost_elements_ = false; // on no entity either
  Elements<3> triangles_;          // those of quadrangles too
  Elements<4> quads_;
  std::uint64_t ungrouped_triangles_ = 0; // that are not kept
};

} // namespace curlew::gmsh
