#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/ports/power_waves.hpp>

#include <map>
#include <string>
#include <vector>

namespace curlew {

// Returns the largest singular value of a square matrix.
double largest_gain(const ScatteringMatrix &s, std::size_t n);

// Returns warnings of matrices, by frequency, that are not passive or not symmetric. Matrices refer
// to resistances; columns of 0 are allowed, and empty matrices are left out. `is_symmetric`: S must
// be symmetric, as it is of reciprocal media where all columns are known. `cause`: what makes S
// inaccurate, "the mesh is too coarse", as the end of the messages.
std::vector<std::string> network_warnings(const Case &input,
                                          const std::map<double, ScatteringMatrix> &matrices,
                                          bool is_symmetric, const std::string &cause);

} // namespace curlew
