#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/run/run_options.hpp>

namespace curlew::mom {

// Runs a case of method mom: surface, matrix and factorisation at every frequency, all waves
// together, results. input.run and input.outputs hold the values that the command line overrode.
// Kokkos must be running. Throws the errors of core/error.hpp.
void run(const Case &input, const RunOptions &options);

} // namespace curlew::mom
