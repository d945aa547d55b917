#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::fem {

// Checks that a case with boundaries of type "periodic" has only sections that support them:
// frequencies, near fields.
void check_periodic(CheckContext &context);

} // namespace curlew::fem
