#pragma once

#include <curlew/io/case/case_format.hpp>

namespace curlew::dgtd {

// Walls, ports and their runs: what of the case format this method does not have.
void check_walls(CheckContext &context);

} // namespace curlew::dgtd
