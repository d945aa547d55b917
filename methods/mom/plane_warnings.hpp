#pragma once

#include <curlew/methods/mom/ports/gaps.hpp>

#include <string>
#include <vector>

namespace curlew::mom {

// Returns warnings about planes of symmetry in cases that are probably a mistake: waves from behind
// a plane or cancelled by one, ports that a plane cuts, whose impedance is that of the part, and a
// mesh that ends just before a plane.
std::vector<std::string> plane_warnings(const Case &input, const Surface &surface,
                                        const std::vector<Gap> &gaps);

} // namespace curlew::mom
