#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fem/solver_choice.hpp>

namespace curlew::fem {

// Throws InputError, with its place in the case, for what computes in one process only.
void require_works_on_ranks(const Case &input);

// "auto" of the solver on several ranks: what works there.
SolverChoice choose_on_ranks(SolverChoice choice, Index unknowns, int ranks);

} // namespace curlew::fem
