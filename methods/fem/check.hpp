#pragma once

#include <curlew/io/case/case.hpp>

#include <string>

namespace curlew::fem {

// All that run() would find out before its first solve, and what the run would be: edges per
// wavelength, unknowns, solver, memory. Needs no Kokkos. Returns lines to print; logs warnings.
// Throws the errors of core/error.hpp.
std::string check(const Case &input);

} // namespace curlew::fem
