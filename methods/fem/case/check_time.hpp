#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::fem {

// Checks the sections of a case with "time" against those that runs in time support. Checks that
// other cases have no keys of runs in time.
void check_time_case(CheckContext &context);

} // namespace curlew::fem
