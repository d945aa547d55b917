#pragma once

#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/fem/solve/solver_choice.hpp>

namespace curlew {
class Communicator;
class Summary;
} // namespace curlew

namespace curlew::fem {

// Throws ResourceError, at `where` of the case, where the memory of this rank's share of a solution
// is too small.
void require_memory_of_system(const SolverChoice &choice, Index unknowns, int per_tet,
                              Backend backend, const Communicator &ranks, const std::string &where);

// Logs the size of a system and its solver. Throws ResourceError where the memory is too small.
void report_size(const Case &input, const Problem &problem, const SolverChoice &choice,
                 Backend backend, const Communicator &ranks);

// Writes the space, the tets and the unknowns into the summary.
void summarise_elements(const Case &input, const Problem &problem, Summary &summary);
// Writes periodic unknowns, absorbing layers, edges, levels and the solver's choices.
void summarise_choices(const Case &input, const Problem &problem, const SolverChoice &choice,
                       Summary &summary);

} // namespace curlew::fem
