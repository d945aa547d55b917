#pragma once

#include <curlew/methods/fem/model.hpp>
#include <curlew/solvers/multigrid/own/coarse_points.hpp>

#include <vector>

namespace curlew::fem {

// Returns the priority of each node for the shape of the solved domain. Faces: the boundary of the
// domain, conductors, faces that add to the matrix, and faces where materials meet. Creases: edges
// of these faces where the faces end, branch, bend by more than 30 degrees, or change from one
// boundary or pair of materials to another. Corners: nodes where creases end, branch or bend as
// much.
std::vector<NodePriority> node_priorities(const Model &model);

} // namespace curlew::fem
