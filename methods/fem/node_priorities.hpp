#pragma once

#include <curlew/methods/fem/model.hpp>
#include <curlew/solvers/multigrid/own/coarse_points.hpp>

#include <vector>

namespace curlew::fem {

// Which nodes shape the solved domain. Faces: its boundary, conductors, what adds to the matrix and
// where materials meet. Creases: edges of these where they end, branch, bend by more than 30
// degrees, or change from one boundary or pair of materials to another. Corners: nodes where
// creases end, branch or bend as much.
std::vector<NodePriority> node_priorities(const Model &model);

} // namespace curlew::fem
