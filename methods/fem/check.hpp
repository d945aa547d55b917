#pragma once

#include <curlew/io/case/case.hpp>

#include <string>

namespace curlew::fem {

// Runs every check that run() makes before its first solve, and describes the run: edges per
// wavelength, unknowns, solver, memory. Does not need Kokkos. Returns lines to print; logs
// warnings. Throws the errors of core/error.hpp.
std::string check(const Case &input);

} // namespace curlew::fem
