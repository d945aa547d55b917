#pragma once

#include <complex>

namespace curlew {

// Returns the exponent of the potential, r^tau, at an edge of 90 degrees of a medium whose
// permittivity is `ratio` times that around it, with the slowest growth: 2/3 for a conductor, 1 for
// no edge, 0 for real ratios from -3 to -1/3, where fields oscillate towards the edge.
double edge_exponent(std::complex<double> ratio);

// Returns the same for an edge of any angle (0 to 2 pi, that of the medium) and ratios above 0.
double edge_exponent(double ratio, double angle);

} // namespace curlew
