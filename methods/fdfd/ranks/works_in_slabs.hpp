#pragma once

#include <curlew/methods/fdfd/solve/field_solver.hpp>

#include <string>

namespace curlew::fdfd {

// Returns why a problem with this solver cannot be divided among ranks, with the place in the case
// and what to take instead; empty where it can.
std::string why_not_in_slabs(const Case &input, const Problem &problem, const SolverChoice &choice);

// Throws InputError where a problem cannot be divided among so many ranks.
void require_works_in_slabs(const Case &input, const Problem &problem, const SolverChoice &choice,
                            int ranks);

} // namespace curlew::fdfd
