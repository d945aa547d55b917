#pragma once

#include <curlew/core/mesh/array_mesh.hpp>
#include <curlew/io/case/case.hpp>

namespace curlew::dgtd {

// Loads the mesh of a case (with_elements()): for a finite array its cells side by side, each
// refined and reordered; else that of load_mesh(), without copies. Throws as load_mesh() and
// join_cells().
ArrayMesh load_cells(const Case &input);

} // namespace curlew::dgtd
