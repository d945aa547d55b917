#pragma once

#include <curlew/io/case/case.hpp>

#include <limits>
#include <string>
#include <vector>

namespace curlew::fdfd {

// The face of a box that lies farthest from the nodes, and the least width of the box.
struct BoxFaces {
  double off_cells = 0, at_m = 0;
  int axis = 0;
  double least_cells = std::numeric_limits<double>::infinity();

  bool are_off_nodes() const;
};
BoxFaces faces_of(const Case &input, const BoxObject &box);

// Returns a warning for each perfect conductor of boxes of few cells with faces between nodes of
// the grid: their corners are then off by per cents. Metals by their permittivity: metal_edges.hpp.
std::vector<std::string> faces_off_nodes_warnings(const Case &input);

// Returns the cure of faces between nodes, for warnings.
std::string faces_onto_nodes();

} // namespace curlew::fdfd
