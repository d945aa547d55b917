#pragma once

#include <curlew/io/gmsh/gmsh_builder.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace curlew::gmsh {

// Hexahedra, prisms and pyramids that are split into tets.
struct Cells {
  std::vector<const ElementShape *> shapes;
  std::vector<Index> corners;         // of one cell after the other
  std::vector<std::uint64_t> numbers; // Gmsh's
  std::vector<char> inverted;         // listed with negative orientation
};

// Two elements that do not share triangles where their quadrilateral faces meet.
struct QuadConflict {
  enum class Kind {
    ring,     // the same four nodes in another order around the face
    side,     // both lie on the same side of the face
    triangle, // `element` has three nodes of the face across its diagonal; nodes[3] is unused
  };
  Kind kind;
  std::uint64_t element, other; // Gmsh's numbers
  std::array<Index, 4> nodes;
};

// Returns the first conflict at the quadrilateral faces of cells, which are divided along the
// diagonal through their lowest node (split_quad()): among the cells, with the quadrangles of
// surfaces, and with the triangles of `tets` (those of the cells included) and `triangles`. Finds
// elements that are listed twice. Nodes are below node_count.
std::optional<QuadConflict> find_quad_conflict(const Cells &cells, const Elements<4> &quads,
                                               const Elements<4> &tets,
                                               const Elements<3> &triangles,
                                               std::size_t node_count);

} // namespace curlew::gmsh
