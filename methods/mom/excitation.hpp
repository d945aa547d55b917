#pragma once

#include <curlew/methods/mom/spec.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <complex>
#include <vector>

namespace curlew::mom {

// The right-hand side of an incident wave in the unit of eta0 J: of each basis function f
//   electric <f.E> + magnetic eta0 <f.(n x H)>
// by the points of the test face of near pairs, or with centroid testing by the centroid. V/m m.
// Not `turned`: magnetic eta0 <f.H>. With planes of symmetry of the wave and all its images that
// are other waves.
std::vector<std::complex<double>> make_rhs(const Surface &surface, const Quadrature &quadrature,
                                           const Combination &with, const IncidentWave &incident,
                                           int threads = 0);

// The same of all unknowns of a formulation: those of electric currents, then of magnetic ones.
std::vector<std::complex<double>> make_system_rhs(const Surface &surface, const Spec &spec,
                                                  const Combination &with,
                                                  const IncidentWave &incident, int threads = 0);

// 1, 1/2, 1/4: a wave that travels along a plane and obeys its condition is its own image there,
// and is taken once. So much of its power, too, belongs to the space in front of the planes.
double share_of_wave(const std::vector<ImagePlane> &planes, const IncidentWave &incident);

// Whether a wave travels along a plane against its condition: its reflection cancels it everywhere.
bool is_cancelled(const std::vector<ImagePlane> &planes, const IncidentWave &incident);

// The wave or the one of its images that leaves the space that planes of symmetry bound.
IncidentWave outgoing_wave(const Surface &surface, const IncidentWave &incident);

} // namespace curlew::mom
