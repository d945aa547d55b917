#pragma once

#include <curlew/methods/fdfd/sources/right_hand_side.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>

namespace curlew::fdfd {

using Solve = SourceSolve;

// Returns the right-hand side of a solve. Throws the errors of make_plane_wave_rhs() and
// make_current_rhs().
RightHandSide make_rhs(const Case &input, const Problem &problem, const Solve &solve, int threads);

// Host bytes per cell that the set-up and the fields of a solve take, without the solver.
constexpr double k_host_bytes_per_cell = 3 * (4 + 2 + 3 * 16 + 16);

} // namespace curlew::fdfd
