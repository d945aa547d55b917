#pragma once

#include <curlew/methods/mom/surface.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::mom {

// What is probably not meant with planes of symmetry: waves from behind one, and ports that one
// cuts, whose impedance is that of the part.
std::vector<std::string> plane_warnings(const Case &input, const Surface &surface);

} // namespace curlew::mom
