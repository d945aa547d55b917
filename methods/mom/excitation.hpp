#pragma once

#include <curlew/methods/mom/spec.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <complex>
#include <vector>

namespace curlew::mom {

// The right-hand side of an incident wave in the unit of eta0 J: of each basis function f
//   electric <f.E> + magnetic eta0 <f.(n x H)>
// by the points of the test face of near pairs, or with centroid testing by the centroid. V/m m.
std::vector<std::complex<double>> make_rhs(const Surface &surface, const Quadrature &quadrature,
                                           const Combination &with, const IncidentWave &incident,
                                           int threads = 0);

} // namespace curlew::mom
