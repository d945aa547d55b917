#pragma once

#include <curlew/methods/fdfd/solve/field_solver.hpp>

#include <string>

namespace curlew::fdfd {

// Puts a method without the background in the place of a choice whose inverse is right to `defect`
// only (BackgroundSolver::defect()), where the tolerance needs more. Returns the reason; empty
// where the choice stays. Throws InputError where the case names the method.
std::string fall_back(const Case &input, const Problem &problem, double defect,
                      SolverChoice &choice);

// Describes a background in use, for the log.
std::string describe_background(const SolverChoice &choice, double defect);

} // namespace curlew::fdfd
