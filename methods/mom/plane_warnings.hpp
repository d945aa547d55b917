#pragma once

#include <curlew/methods/mom/ports/gaps.hpp>

#include <string>
#include <vector>

namespace curlew::mom {

// What is probably not meant with planes of symmetry: waves from behind one or cancelled by one,
// ports that one cuts, whose impedance is that of the part, and a mesh that ends just before one.
std::vector<std::string> plane_warnings(const Case &input, const Surface &surface,
                                        const std::vector<Gap> &gaps);

} // namespace curlew::mom
