#pragma once

#include <cmath>

namespace curlew::fem {

// Returns about how many entries the factors of a symmetric matrix of a mesh as thick as it is long
// have: 32 M for 83 k unknowns. Thin meshes have fewer, down to a quarter.
inline double cubic_factor_entries(double unknowns) {
  return 32e6 * std::pow(unknowns / 83e3, 4.0 / 3);
}

} // namespace curlew::fem
