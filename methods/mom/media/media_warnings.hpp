#pragma once

#include <curlew/methods/mom/spec.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::mom {

// Bodies whose waves or skin the mesh does not resolve, and impedances of metals beyond what their
// formula holds for.
std::vector<std::string> media_warnings(const Case &input, const Surface &surface,
                                        const Spec &spec);

} // namespace curlew::mom
