#pragma once

namespace curlew::fdfd {

// Conductors whose field is singular at a line along the grid: a right angle of conductor, with
// r^(2/3) around it, and the end of a plate, with r^(1/2).
enum class CornerKind { right_angle, plate };

// Returns the node, 0 or 1 of a cell beyond the outermost conducting edge, that is nearest to where
// the conductor ends: the corner of the grid that corner_factor() is for.
inline int corner_node(double beyond) {
  return beyond <= 0.5 ? 0 : 1;
}

// True where the corner of the grid lies beyond the conductor's along both axes. Its links inwards
// get the factor then: they alone tie it to the conductor, and a vertex of such corners, too.
inline bool has_factor_inwards(CornerKind kind, double beyond_u, double beyond_v) {
  return kind == CornerKind::right_angle && corner_node(beyond_u) == 1 &&
         corner_node(beyond_v) == 1;
}

// Returns the factor by which the permeability of the faces between the edge at a corner of the
// grid and its neighbours outwards (or inwards) grows, and the permittivity of the edges from there
// shrinks, besides the shares of FreeShares, such that the static field on the grid is the singular
// one around the true corner. The conductor ends `beyond_u` and `beyond_v` of a cell, below 1,
// beyond its outermost edge, a plate `beyond_u`; `v_over_u` is the ratio of the cell's sizes.
// Computed from the lattice's Laplace equation (docs/methods/fdfd-notes.md, "Conductors"), for
// ratios from 1/4 to 4.
double corner_factor(CornerKind kind, double v_over_u, double beyond_u, double beyond_v);

} // namespace curlew::fdfd
