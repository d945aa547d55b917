#pragma once

#include <curlew/io/case/case.hpp>

#include <string>

namespace curlew::fdfd {

// Makes all checks of run() before its first solve and reports the size of the run: cells per
// wavelength, unknowns, memory. Needs no Kokkos. Returns lines to print; logs warnings. Throws the
// errors of core/error.hpp.
std::string check(const Case &input);

} // namespace curlew::fdfd
