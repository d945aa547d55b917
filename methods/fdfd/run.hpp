#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/run/run_options.hpp>

namespace curlew::fdfd {

// Runs a case of method fdfd: grid, solves at every frequency for every source, results. input.run
// and input.outputs hold what the command line overrode. Kokkos must be running. Throws the errors
// of core/error.hpp.
void run(const Case &input, const RunOptions &options);

} // namespace curlew::fdfd
