#pragma once

#include <curlew/methods/fdfd/problem.hpp>

#include <string>
#include <vector>

namespace curlew::fdfd {

// Warns, at the location of the object, of perfectly conducting solids that the grid does not hold
// as they are: of those that fix no edge, and of those thinner than a cell, which appear as a sheet
// or a layer of a cell or not at all, as the rounding of their coordinates has it. `problem` says
// which edges conduct.
std::vector<std::string> thin_conductor_warnings(const Case &input, const Problem &problem);

} // namespace curlew::fdfd
