#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::fem {

// Checks that a case with gyrotropic materials has only sections that support them: frequencies, on
// an unrefined mesh.
void check_gyrotropic(CheckContext &context);

} // namespace curlew::fem
