#pragma once

#include <curlew/methods/fdfd/outputs/huygens_box.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// A rectangle of a plane of nodes, or the six faces of a brick of nodes, that power is counted
// through.
struct FluxSurface {
  std::string name;
  bool is_box = true;
  int axis = 2;                                         // of a plane's normal
  NodeBox nodes;                                        // of a plane first[axis] == last[axis]
  std::array<double, 3> min_m{0, 0, 0}, max_m{0, 0, 0}; // of these nodes
  double shift_m = 0; // the most by which a coordinate was moved to a node
  std::string case_location;
};

// Those of outputs.flux, moved to the nearest nodes. Throws InputError, with its case location, for
// one that no cell is left of, or that lies in an absorbing layer.
std::vector<FluxSurface> flux_surfaces(const Case &input, const Problem &problem);
std::string to_text(const FluxSurface &surface);

// Of surfaces that pass through a current, or touch the entries that carry it: there the power is
// that of a part of the source.
std::vector<std::string> flux_warnings(const Case &input, const Problem &problem);

// 1/2 Re integral of E x H* . n, of the total field, in watts; n is outwards, of a plane along its
// axis.
//
// A box is the mean of two boxes of the grid: one of the nodes strictly inside, with the currents
// of huygens_surface(), and one of the nodes on its faces too, half a cell larger. Of both the
// grid's own Poynting theorem holds for any field that solves its equations: what sources inside
// deliver, less what is absorbed, with half the weight for entries on the faces. Walls and whole
// periods close a box; their faces are left out.
//
// On a plane E at its nodes meets the mean of H half a cell before and behind, with half weights at
// the ends of the rectangle that no wall closes: second order.
double power_through(const YeeFields &fields, const FluxSurface &surface, int threads = 0);

} // namespace curlew::fdfd
