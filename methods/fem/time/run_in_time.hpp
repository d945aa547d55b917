#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/run/run_options.hpp>

#include <string>

namespace curlew::fem {

// Runs a case with the section "time". Throws the errors of core/error.hpp. Collective.
void run_time_case(const Case &given, const RunOptions &options, const Communicator &ranks);
// Returns the text that `curlew check` prints for the case.
std::string check_time_case_on_mesh(const Case &given);

} // namespace curlew::fem
