#pragma once

#include <curlew/core/mesh/tri_mesh.hpp>
#include <curlew/io/gmsh/gmsh_builder.hpp>

namespace curlew::gmsh {

// Makes a TriMesh of the file's triangles and lines; tets are ignored.
class SurfaceMeshBuilder : public MeshBuilder {
public:
  using MeshBuilder::MeshBuilder;

  bool keeps(ElementType type) const override {
    return type == ElementType::triangle || type == ElementType::line;
  }
  bool has_one_group(ElementType type) const override { return type == ElementType::triangle; }
  Wanted wanted() const override {
    return {"the triangles of surfaces", "3-node triangles (2) and 2-node lines (1)"};
  }
  void add(const char *where, std::uint64_t element, const ElementShape &shape,
           const ElementNodes &nodes, Index group) override;

  TriMesh finish();

private:
  void add_triangle(const char *where, std::uint64_t element, const ElementNodes &nodes,
                    Index group);
  // Twice the area over the square of the longest edge.
  double shape_of(const std::array<Index, 3> &nodes) const;
  void require_triangles() const;
  void require_edges_of_triangles() const;

  Elements<3> triangles_;
  std::uint64_t ungrouped_triangles_ = 0;
  std::uint64_t first_ungrouped_ = 0;
  Elements<2> lines_;
};

} // namespace curlew::gmsh
