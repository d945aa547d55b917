#pragma once

#include <curlew/core/mesh/tri_mesh.hpp>
#include <curlew/io/gmsh/gmsh_builder.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

namespace curlew::gmsh {

// Makes a TriMesh of the file's triangles, quadrangles (split into two triangles each) and lines;
// volume elements are ignored. Of elements of second order it keeps the corners, where requested.
class SurfaceMeshBuilder : public MeshBuilder {
public:
  SurfaceMeshBuilder(const Cursor &cursor, double length_unit_m, CurvedTriangles curved)
      : MeshBuilder(cursor, length_unit_m),
        takes_corners_(curved == CurvedTriangles::keep_corners) {}

  bool may_be_curved() const override { return takes_corners_; }
  bool keeps(ElementType type) const override { return has_one_group(type) || is_line(type); }
  bool has_one_group(ElementType type) const override {
    return is_triangle(type) || is_quadrangle(type);
  }
  Wanted wanted() const override { return {"triangles (type 2), quadrangles (3) and lines (1)"}; }
  void add(const char *where, std::uint64_t element, const ElementShape &shape,
           const ElementNodes &nodes, Index group) override;

  TriMesh finish();

private:
  static bool is_triangle(ElementType type) {
    return type == ElementType::triangle || type == ElementType::curved_triangle;
  }
  static bool is_line(ElementType type) {
    return type == ElementType::line || type == ElementType::curved_line;
  }
  // Returns the group of an element of the surface, "ungrouped" for none.
  Index surface_group(const char *where, std::uint64_t element, Index group);
  void add_triangle(const char *where, std::uint64_t element, const std::array<Index, 3> &triangle,
                    Index group);
  void add_quadrangle(const char *where, std::uint64_t element, const ElementNodes &nodes,
                      Index group);
  // Twice the area over the square of the longest edge.
  double shape_of(const std::array<Index, 3> &nodes) const;
  void require_triangles() const;
  void require_edges_of_triangles() const;

  bool takes_corners_;
  Elements<3> triangles_;
  Elements<4> quads_;
  std::uint64_t surface_elements_ = 0;
  std::uint64_t ungrouped_elements_ = 0;
  std::uint64_t first_ungrouped_ = 0;
  Elements<2> lines_;
};

} // namespace curlew::gmsh
