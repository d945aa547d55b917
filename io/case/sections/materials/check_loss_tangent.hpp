#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew {

// Checks that a loss tangent, which runs in time take by poles, is that of a linear isotropic
// medium.
void check_loss_tangent_in_time(CheckContext &context);

} // namespace curlew
