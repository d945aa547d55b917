#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::dgtd {

// "local_time_stepping": the schemes that have it, and what the published ones do not go with.
void check_local_steps(CheckContext &context);

} // namespace curlew::dgtd
