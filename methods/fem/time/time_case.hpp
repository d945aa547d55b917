#pragma once

#include <curlew/methods/fem/prepare.hpp>

namespace curlew::fem {

// Returns true for a case that runs in time.
bool is_in_time(const Case &input);

// Does for runs in time what prepare_case() does, with the same errors. Throws InputError too for
// materials without a stable equation in time, and for a case without a time step or a frequency to
// choose one by.
Prepared prepare_time_case(const Case &input, int threads, int ranks = 1);

// Returns a fortieth of the shortest period of the sources and frequencies, rounded to three
// digits.
double default_step_s(const Case &input);

// Chooses the solver of the systems of the steps: "cg" or "direct"; with several `ranks` "auto" is
// "cg", whatever the unknowns.
SolverChoice choose_step_solver(const Case &input, Index unknowns, int ranks = 1);

// Returns the bytes that the time stepping takes in the memory of the backend.
double step_bytes_of(const SolverChoice &choice, Index unknowns, int per_tet);

// Returns warnings that do not depend on the mesh: pulses that the run cuts off, steps too long for
// them.
std::vector<std::string> step_warnings(const Case &input, double dt_s);

} // namespace curlew::fem
