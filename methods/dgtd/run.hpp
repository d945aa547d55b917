#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/run/run_options.hpp>

namespace curlew::dgtd {

// Runs a case of method dgtd: mesh, set-up, time steps, results. input.run and input.outputs
// include the overrides of the command line. Prints the resonances and the table of times to stdout
// unless quiet. Kokkos must be running. Throws the errors of core/error.hpp.
void run(const Case &input, const RunOptions &options);

} // namespace curlew::dgtd
