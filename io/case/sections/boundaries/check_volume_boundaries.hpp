#pragma once

namespace curlew {

class CheckContext;

// Checks a mesh of tetrahedra with the boundaries of "volume_boundaries": names, impedances, ports
// and elements, absorbing layers.
void check_volume_boundaries(CheckContext &context);

} // namespace curlew
