#pragma once

#include <curlew/io/gmsh/gmsh_builder.hpp>

namespace curlew::gmsh {

// Makes a TetMesh of the file's tets and triangles.
class TetMeshBuilder : public MeshBuilder {
public:
  using MeshBuilder::MeshBuilder;

  bool keeps(ElementType type) const override {
    return type == ElementType::tet || type == ElementType::triangle;
  }
  bool has_one_group(ElementType type) const override { return type == ElementType::tet; }
  Wanted wanted() const override {
    return {"tetrahedra and their triangles", "4-node tetrahedra (4) and 3-node triangles (2)"};
  }
  void add(const char *where, std::uint64_t element, const ElementShape &shape,
           const ElementNodes &nodes, Index group) override;

  // Whether there are triangles, but no tets.
  bool has_surfaces_only() const;
  TetMesh finish();

private:
  void add_tet(const char *where, std::uint64_t element, const ElementNodes &nodes, Index group);
  void add_triangle(const char *where, std::uint64_t element, const ElementNodes &nodes,
                    Index group);
  // det(p1-p0, p2-p0, p3-p0) over the cube of the longest edge.
  double shape_of(const std::array<Index, 4> &nodes) const;
  void require_tets() const;
  void number_nodes(TetMesh &mesh);

  Elements<4> tets_;
  std::uint64_t ungrouped_tets_ = 0;
  std::uint64_t first_ungrouped_ = 0;
  Elements<3> triangles_;
  std::uint64_t ungrouped_triangles_ = 0;
};

} // namespace curlew::gmsh
