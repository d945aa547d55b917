#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::dgtd {

// Refuses what materials with chi3 lack: schemes, tensors, poles beside it.
void check_kerr(CheckContext &context);

} // namespace curlew::dgtd
