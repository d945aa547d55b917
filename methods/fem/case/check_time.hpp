#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::fem {

// Of a case with the section "time": what runs in time take and give. Of others: that they ask for
// nothing of runs in time.
void check_time_case(CheckContext &context);

} // namespace curlew::fem
