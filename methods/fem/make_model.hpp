#pragma once

#include <curlew/methods/fem/model.hpp>

namespace curlew::fem {

// Reads the mesh of a case and sorts its faces. Throws InputError, with the location in the case,
// for groups that the mesh lacks, a volume without material, a boundary face without condition, a
// condition on a face where it is not allowed, a symmetry that is no plane.
Model make_model(const Case &input, int threads);
// Does the same for a mesh that was made from the mesh of the case.
Model make_model(const Case &input, TetMesh mesh, int threads);

} // namespace curlew::fem
