#pragma once

#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/fem/solve/system.hpp>

#include <functional>

namespace curlew::fem {

// A real symmetric matrix that is the same at all frequencies, and its factor in A.
struct AffineTerm {
  std::string name; // "curl", "mass", "faces", or the name of its medium or boundary
  HostSparse<double> matrix;
  std::function<std::complex<double>(double frequency_hz)> factor;
};

// Returns the reason why the matrix of a case is no sum of such terms; empty where it is one.
std::string why_not_affine(const Case &input, const Model &model, const AbsorbingLayers &layers);

// Returns the terms of A(k) = sum_i g_i(k) A_i, without the additions of modal ports to the
// admittance of their first mode (modal_faces.hpp):
//   S(1/mu), M(eps)  one for all media whose tensors are the same at all `frequencies_hz`, with
//                    their real and imaginary parts separate: g = 1, -k^2 (times j);
//   others           for each medium a term for each of the constant tensors that its own tensor is
//                    a sum of at all frequencies (one where it is isotropic), with the coefficient
//                    as another factor;
//   B                one for all faces whose admittance is the same at all frequencies, g = j k
//                    (times j); for each other boundary a term of its own, g = j k y(k).
// The media of absorbing layers are those of their materials, stretched. `system` assembles, and
// has no matrix set afterwards. `input`, `problem` and `ports` must outlive the terms.
std::vector<AffineTerm> affine_terms(const Case &input, const Problem &problem,
                                     const std::vector<Port> &ports, EquationSystem &system,
                                     const std::vector<double> &frequencies_hz);

} // namespace curlew::fem
