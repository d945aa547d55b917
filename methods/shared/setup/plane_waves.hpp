#pragma once

namespace curlew {

struct Case;

// Returns true where a plane wave is among the excitations.
bool has_plane_wave(const Case &input);

} // namespace curlew
