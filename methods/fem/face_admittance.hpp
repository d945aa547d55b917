#pragma once

#include <curlew/methods/fem/ports.hpp>

namespace curlew::fem {

// Returns eta0 over the surface impedance of each of Model::terms at a frequency: n x H = -y E /
// eta0 for the outer normal n. An absorbing face has the wave admittance of the medium in front of
// it. An element or lumped port is spread over its face: Z times width over length. A wave port has
// the admittance of its mode. Throws InputError for an element that is a short at this frequency,
// or whose direction is not in its face, and what wave_of() throws.
// `with_modal` false: leaves out modal ports, which need an eigenvalue problem; their entries are
// 0.
std::vector<std::complex<double>> face_admittances(const Case &input, const Model &model,
                                                   const std::vector<Port> &ports,
                                                   double frequency_hz, bool with_modal = true);

// Returns the admittance of one of Model::terms, as face_admittances() does.
std::complex<double> face_admittance(const Case &input, const Model &model,
                                     const std::vector<Port> &ports, const FaceTerm &term,
                                     double frequency_hz);

// Returns length along its direction over width of the face of a lumped element. Throws InputError
// for a direction that is not in the face.
double squares_of(const Case &input, const Model &model, const Boundary &element);

} // namespace curlew::fem
