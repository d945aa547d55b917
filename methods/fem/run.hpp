#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/run/run_options.hpp>

namespace curlew::fem {

// Runs a case of method fem: mesh, matrix and solver at every frequency, all sources, results.
// input.run and input.outputs hold the values that the command line overrode. Kokkos must be
// running. Throws the errors of core/error.hpp.
void run(const Case &input, const RunOptions &options);

} // namespace curlew::fem
