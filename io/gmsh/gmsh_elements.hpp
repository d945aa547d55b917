#pragma once

#include <curlew/core/mesh/cell_split.hpp>
#include <curlew/io/gmsh/gmsh_cursor.hpp>

namespace curlew::gmsh {

// Gmsh's numbers of the element types that are read or skipped.
enum class ElementType {
  line = 1,
  triangle = 2,
  quadrangle = 3,
  tet = 4,
  hexahedron = 5,
  prism = 6,
  pyramid = 7,
  curved_line = 8,
  curved_triangle = 9,
  complete_quadrangle = 10,
  curved_tet = 11,
  complete_hexahedron = 12,
  complete_prism = 13,
  complete_pyramid = 14,
  point = 15,
  curved_quadrangle = 16,
  curved_hexahedron = 17,
  curved_prism = 18,
  curved_pyramid = 19
};

// Nodes of a shape come in this order: corners, one on each edge, one on each quadrilateral face,
// one in the middle of a hexahedron. Shapes of second order end behind the edges or are complete.
struct ElementShape {
  ElementType type;
  int dimension, order;
  int node_count;
  const char *name, *plural;
  const CellShape *cell = nullptr; // of hexahedra, prisms and pyramids
};

inline constexpr int k_most_nodes = 27;

// Elements that a mesh consists of, for messages.
struct Wanted {
  const char *types; // "4-node tetrahedra (4)"
};

// Returns the shape of a Gmsh element type that Curlew can use or skip; null for all others. Types
// of second order have a shape only where the mesh may be curved.
const ElementShape *element_shape(int type, bool may_be_curved);

bool is_quadrangle(ElementType type);

// Fails at `where` for any other type with a message that names the type and the remedy. `element`
// names the element, such as "element 17".
[[noreturn]] void refuse_element(const Cursor &cursor, const char *where, int type,
                                 const std::string &element, const Wanted &wanted);

} // namespace curlew::gmsh
