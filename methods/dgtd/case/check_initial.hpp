#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::dgtd {

// Checks excitations of type "initial-field": media and outputs that do not go with them.
void check_initial(CheckContext &context);

} // namespace curlew::dgtd
