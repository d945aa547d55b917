#pragma once

#include <curlew/methods/fem/ports.hpp>

namespace curlew::fem {

// eta0 over the surface impedance of each of Model::terms at a frequency: n x H = -y E / eta0 for
// the outer normal n. Absorbing faces have the wave admittance of the medium in front; elements and
// lumped ports are spread over their face, Z times width over length; wave ports have the
// admittance of their mode. Throws InputError for an element that shorts at this frequency, or
// whose direction is not in its face, and what wave_of() throws.
// `with_modal` false: without modal ports, which take an eigenvalue problem; their entries are 0.
std::vector<std::complex<double>> face_admittances(const Case &input, const Model &model,
                                                   const std::vector<Port> &ports,
                                                   double frequency_hz, bool with_modal = true);

// That of one of Model::terms.
std::complex<double> face_admittance(const Case &input, const Model &model,
                                     const std::vector<Port> &ports, const FaceTerm &term,
                                     double frequency_hz);

// Length along its direction over width of the face of a lumped element. Throws InputError for a
// direction that is not in the face.
double squares_of(const Case &input, const Model &model, const Boundary &element);

} // namespace curlew::fem
