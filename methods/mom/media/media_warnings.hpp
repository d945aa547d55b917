#pragma once

#include <curlew/methods/mom/spec.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::mom {

// Returns warnings about bodies whose waves or skin the mesh does not resolve, and about impedances
// of metals outside of the range of their formula.
std::vector<std::string> media_warnings(const Case &input, const Surface &surface,
                                        const Spec &spec);

} // namespace curlew::mom
