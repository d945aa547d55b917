#pragma once

#include <curlew/io/case/case_format.hpp>

namespace curlew::dgtd {

// Checks walls, ports and their runs: the parts of the case format that this method does not have.
void check_walls(CheckContext &context);

} // namespace curlew::dgtd
