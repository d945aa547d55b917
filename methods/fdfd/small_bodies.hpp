#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/problem.hpp>

#include <string>
#include <vector>

namespace curlew::fdfd {

// Returns a warning for each dielectric of round solids, boxes and bars of a few cells, with the
// error of the scattered power that was measured with so many, and the cells that make it small.
std::vector<std::string> small_body_warnings(const Case &input, const Problem &problem);

} // namespace curlew::fdfd
