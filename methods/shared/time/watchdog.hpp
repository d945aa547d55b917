#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

namespace curlew {

// After the sources have ended the sum of squared unknowns of E oscillates, because energy moves to
// H and back, and fields may focus on small cells: the sum exceeds its earlier maximum by as much
// as the mesh is graded. An unstable step grows without end, so that a wide margin (1000 in
// amplitude) delays its detection by a few steps only.
constexpr double k_growth_limit = 1e6;

// Compares E after a step with its earlier maximum, which `position` keeps. Throws Unstable with
// step, time, position, material and advice when E grows without a source or is not finite.
// Collective, with the same message on every rank.
void watch(TimeScheme &scheme, const TimePlan &plan, const Communicator &ranks,
           RunPosition &position);

} // namespace curlew
