#pragma once

#include <curlew/io/case/sections/grid/grid.hpp>
#include <curlew/io/case/sections/objects/objects.hpp>

namespace curlew::fdfd {

// Distance from a plane of nodes, in cells, up to which a face lies on that plane.
inline constexpr double k_on_node = 1e-6;

// Distance, in cells, that separates no two positions on the grid: aligned positions are equal or
// further apart.
inline constexpr double k_same_place = 1e-9;

// Returns the position along an axis that the grid takes for a given one: the plane of nodes within
// k_on_node, else the nearest multiple of 2^-20 of a cell. Translations by whole cells and mirrors
// at planes of nodes therefore change no digit of what lies on the grid.
double aligned_m(const GridSpec &grid, int axis, double position_m);

// Returns an object at aligned positions: corners of boxes, centres of spheres and of the ends of
// cylinders, and the corner of a voxel image as its origin.
ObjectSpec aligned(ObjectSpec object, const GridSpec &grid);

// Moves a conducting box along the axes on which it holds no plane of nodes, and which have more
// than one cell, until its nearer face is on one: between planes it would stop no current.
void hold_planes(BoxObject &box, const GridSpec &grid);

} // namespace curlew::fdfd
