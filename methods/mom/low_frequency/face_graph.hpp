#pragma once

#include <curlew/methods/mom/surface.hpp>

#include <vector>

namespace curlew::mom {

// Graph with faces as nodes and basis functions as edges: each edge takes charge from its second
// face (-1: an image) to its first.
struct FacePairs {
  std::vector<Index> first, second;
};
FacePairs faces_of_functions(const Surface &surface);

// Returns [part]: 1 where no current leaves the part into its image. The charges of such a part add
// up to 0.
std::vector<char> isolated_parts(const Surface &surface);

} // namespace curlew::mom
