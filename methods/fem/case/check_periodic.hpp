#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::fem {

// What goes together with boundaries of type "periodic": frequencies, near fields.
void check_periodic(CheckContext &context);

} // namespace curlew::fem
