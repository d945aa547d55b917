#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

struct MaterialResolution {
  std::string material;
  std::int64_t tets = 0;
  double longest_edge_m = 0;
  double edges_per_length = 0; // edges per wavelength, in a metal per skin depth
  bool is_metal = false;
};

// Returns the resolution of the materials in the mesh at the highest frequency of the excitations;
// empty without such a frequency.
std::vector<MaterialResolution> resolutions(const Case &input, const Problem &problem);

// Returns the warnings of a run before its first step, each with its place in the case.
std::vector<std::string> setup_warnings(const Case &input, const Problem &problem);

} // namespace curlew::dgtd
