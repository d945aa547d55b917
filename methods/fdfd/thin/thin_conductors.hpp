#pragma once

#include <curlew/methods/fdfd/problem.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// Warns, at the location of the object, of perfectly conducting solids that the grid does not
// represent as given: solids that fix no edge, and solids thinner than a cell, which become a sheet
// or a layer of a cell or nothing, depending on the rounding of their coordinates. `problem` gives
// the conducting edges.
std::vector<std::string> thin_conductor_warnings(const Case &input, const Problem &problem);

} // namespace curlew::fdfd
