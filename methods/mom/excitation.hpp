#pragma once

#include <curlew/methods/mom/spec.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <complex>
#include <vector>

namespace curlew::mom {

// Returns the right-hand side of an incident wave in the unit of eta0 J, V/m m. For each basis
// function f it is
//   electric <f.E> + magnetic eta0 <f.(n x H)>
// by the points of the test face of near pairs, or with centroid testing by the centroid. Where
// with.turned is false the second term is magnetic eta0 <f.H>. With planes of symmetry the
// right-hand side has the wave and all its images that are other waves.
std::vector<std::complex<double>> make_rhs(const Surface &surface, const Quadrature &quadrature,
                                           const Combination &with, const IncidentWave &incident,
                                           int threads = 0);

// Returns the same for all unknowns of a formulation: those of electric currents, then those of
// magnetic ones.
std::vector<std::complex<double>> make_system_rhs(const Surface &surface, const Spec &spec,
                                                  const Combination &with,
                                                  const IncidentWave &incident, int threads = 0);

// Returns 1, 1/2 or 1/4. A wave that travels along a plane and obeys its condition is its own image
// there, and counts once. This share of its power, too, belongs to the space in front of the
// planes.
double share_of_wave(const std::vector<ImagePlane> &planes, const IncidentWave &incident);

// Returns true where a wave travels along a plane against its condition: its reflection cancels it
// everywhere.
bool is_cancelled(const std::vector<ImagePlane> &planes, const IncidentWave &incident);

// Returns the wave, or the one of its images that leaves the space bounded by the planes of
// symmetry.
IncidentWave outgoing_wave(const Surface &surface, const IncidentWave &incident);

} // namespace curlew::mom
