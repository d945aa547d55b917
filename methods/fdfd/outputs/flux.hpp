#pragma once

#include <curlew/methods/fdfd/outputs/huygens_box.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// A surface whose transmitted power is computed: a rectangle of a plane of nodes, or the six faces
// of a brick of nodes.
struct FluxSurface {
  std::string name;
  bool is_box = true;
  int axis = 2;                                         // normal of a plane
  NodeBox nodes;                                        // for a plane first[axis] == last[axis]
  std::array<double, 3> min_m{0, 0, 0}, max_m{0, 0, 0}; // coordinates of these nodes
  double shift_m = 0; // the most by which a coordinate was moved to a node
  std::string case_location;
};

// Returns the surfaces of outputs.flux, moved to the nearest nodes. Throws InputError, with its
// case location, for a surface without a cell, or in an absorbing layer.
std::vector<FluxSurface> flux_surfaces(const Case &input, const Problem &problem);
std::string to_text(const FluxSurface &surface);

// Returns warnings for surfaces that pass through a current, or touch the entries that carry it:
// there the power is that of a part of the source.
std::vector<std::string> flux_warnings(const Case &input, const Problem &problem);

// Returns 1/2 Re integral of E x H* . n, of the total field, in watts; n points outwards, for a
// plane along its axis.
//
// The power through a box is the mean of that through two boxes of the grid: one of the nodes
// strictly inside, with the currents of huygens_surface(), and one that includes the nodes on its
// faces, half a cell larger. For both the grid's own Poynting theorem holds for any field that
// solves its equations: the power is that delivered by sources inside, less that absorbed, with
// half the weight for entries on the faces. Walls and whole periods close a box; their faces are
// left out.
//
// On a plane E at its nodes is combined with the mean of H half a cell before and behind, with half
// weights at the open ends of the rectangle: second order.
double power_through(const YeeFields &fields, const FluxSurface &surface, int threads = 0);

} // namespace curlew::fdfd
