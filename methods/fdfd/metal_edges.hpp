#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/problem.hpp>

#include <string>
#include <vector>

namespace curlew::fdfd {

// Returns a warning for each metal by its permittivity of boxes with free edges, where the fields
// at them cost per cents: what was measured falls as the cells in a side to the power of -2 tau,
// and is of first order only with faces between nodes (docs/methods/fdfd-notes.md, "Materials").
// Films have no edges, nor does E along bars see them.
std::vector<std::string> metal_edge_warnings(const Case &input, const Problem &problem);

} // namespace curlew::fdfd
