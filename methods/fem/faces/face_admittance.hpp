#pragma once

#include <curlew/methods/fem/ports/ports.hpp>

namespace curlew::fem {

// Returns y of each of Model::terms at a frequency, by its law (faces/face_law.hpp). Throws what
// FaceLaw::admittance() does.
// `with_modal` false: leaves out modal ports, which need an eigenvalue problem; their entries are
// 0.
std::vector<std::complex<double>> face_admittances(const Case &input, const Model &model,
                                                   const std::vector<Port> &ports,
                                                   std::complex<double> frequency_hz,
                                                   bool with_modal = true);

} // namespace curlew::fem
