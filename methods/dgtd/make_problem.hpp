#pragma once

#include <curlew/methods/dgtd/problem.hpp>

namespace curlew::dgtd {

// Makes the problem: takes conductors out, resolves names of groups and finds the kind of each
// face. Throws InputError, with the place in the case file, for a group that the mesh lacks, a
// volume without material, a boundary face without condition, or a condition that its surface does
// not allow.
Problem make_problem(const Case &input, TetMesh mesh, int threads = 0, CellCopies copies = {});

} // namespace curlew::dgtd
