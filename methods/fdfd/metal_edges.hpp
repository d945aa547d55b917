#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/problem.hpp>

#include <string>
#include <vector>

namespace curlew::fdfd {

// Returns the exponent of the potential, r^tau, at an edge of 90 degrees of a medium whose
// permittivity is `ratio` times that around it, with the slowest growth: 2/3 for a conductor, 1 for
// no edge, 0 for real ratios from -3 to -1/3, where fields oscillate towards the edge.
double edge_exponent(complex ratio);

// Returns a warning for each metal by its permittivity of boxes with free edges, where the fields
// at them cost per cents: what was measured falls as the cells in a side to the power of -2 tau,
// and is of first order only with faces between nodes (docs/methods/fdfd-notes.md, "Materials").
// Films have no edges, nor does E along bars see them.
std::vector<std::string> metal_edge_warnings(const Case &input, const Problem &problem);

} // namespace curlew::fdfd
