#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::dgtd {

// Checks "local_time_stepping": the schemes that have it, and the parts of a case that the
// published ones do not go with.
void check_local_steps(CheckContext &context);

} // namespace curlew::dgtd
