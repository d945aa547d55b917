#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::fem {

// What goes together with gyrotropic materials: frequencies, on the mesh as it is.
void check_gyrotropic(CheckContext &context);

} // namespace curlew::fem
