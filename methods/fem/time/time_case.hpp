#pragma once

#include <curlew/methods/fem/prepare.hpp>

namespace curlew::fem {

// Whether a case runs in time.
bool is_in_time(const Case &input);

// What prepare_case() is for runs in time; the same errors. Throws InputError too for materials
// without a stable equation in time, and for a case without a time step or a frequency to choose
// one by.
Prepared prepare_time_case(const Case &input, int threads);

// A fortieth of the shortest period of the sources and frequencies, rounded to three digits.
double default_step_s(const Case &input);

// How the systems of the steps are solved: "cg" or "direct".
SolverChoice choose_step_solver(const Case &input, Index unknowns);

// Bytes that stepping takes where the backend computes.
double step_bytes_of(const SolverChoice &choice, Index unknowns, int per_tet);

// What does not belong to the mesh: pulses that the run cuts off, steps too long for them.
std::vector<std::string> step_warnings(const Case &input, double dt_s);

} // namespace curlew::fem
