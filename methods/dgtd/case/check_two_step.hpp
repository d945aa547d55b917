#pragma once

#include <curlew/io/case/check_context.hpp>

namespace curlew::dgtd {

// Checks "recursion": "two-step" of dfdd: the variants, media, walls and sources that it has.
void check_two_step(CheckContext &context);

} // namespace curlew::dgtd
