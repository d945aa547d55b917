#pragma once

#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/setup/resolution.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// Returns the resolution of the materials in the mesh at the highest frequency of the excitations,
// by the longest edges;
// empty without such a frequency.
std::vector<MaterialResolution> resolutions(const Case &input, const Problem &problem);

// Returns the warnings of a run before its first step, each with its place in the case.
std::vector<std::string> setup_warnings(const Case &input, const Problem &problem);

} // namespace curlew::dgtd
