#pragma once

#include <curlew/io/case/case.hpp>

#include <string>
#include <vector>

namespace curlew::fdfd {

// Returns a warning for each material of boxes with faces between nodes of the grid where that
// costs per cents: metals by their permittivity, at whose faces fields across are of first order
// only, and perfect conductors of few cells, whose corners are then off.
std::vector<std::string> faces_off_nodes_warnings(const Case &input);

} // namespace curlew::fdfd
