#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::fem {

// What goes together with "refinement": a frequency, and outputs of what is to settle.
void check_refinement(CheckContext &context);

} // namespace curlew::fem
