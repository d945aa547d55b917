#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::dgtd {

// Checks boundaries of type "imposed-field": directions, the unit of the amplitude, waveforms,
// schemes.
void check_imposed(CheckContext &context);

} // namespace curlew::dgtd
