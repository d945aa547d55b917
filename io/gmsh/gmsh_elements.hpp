#pragma once

#include <curlew/io/gmsh/gmsh_cursor.hpp>

namespace curlew::gmsh {

// Gmsh's numbers of the element types that are read or skipped.
enum class ElementType {
  line = 1,
  triangle = 2,
  tet = 4,
  curved_line = 8,
  curved_triangle = 9,
  curved_tet = 11,
  point = 15
};

struct ElementShape {
  ElementType type;
  int dimension;
  int node_count;
  const char *name, *plural;
};

// Elements that a mesh consists of, for messages.
struct Wanted {
  const char *elements; // "tetrahedra"
  const char *types;    // "4-node tetrahedra (4)"
};

// Returns the shape of a Gmsh element type that Curlew can use or skip; null for all others. Types
// of second order have a shape only where the mesh may be curved.
const ElementShape *element_shape(int type, bool may_be_curved);

// Fails at `where` for any other type with a message that names the type and the remedy. `element`
// names the element, such as "element 17".
[[noreturn]] void refuse_element(const Cursor &cursor, const char *where, int type,
                                 const std::string &element, const Wanted &wanted);

} // namespace curlew::gmsh
