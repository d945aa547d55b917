#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::fem {

// Checks that a case with "refinement" has a frequency, and outputs that can settle.
void check_refinement(CheckContext &context);

} // namespace curlew::fem
