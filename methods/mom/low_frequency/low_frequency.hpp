#pragma once

#include <curlew/methods/mom/matrix_source.hpp>

namespace curlew::mom {

// Makes the electric equation at low frequencies by quasi-Helmholtz projectors @cite andriulli2013.
// With basis functions of 1 A across their edge, D their charges, +1 and -1, on the faces, and
//   P = D^T (D D^T)^+ D,   the projector onto currents with charges,
// currents without charges (I - P) keep their scale, and those with charges are multiplied by s = j
// k l: Q = I + (s - 1) P. For Z = jk A - j/k Phi the solved matrix is
//   Q Z Q = Q (jk A + z) Q + j k l^2 Phi,
// because (I - P) Phi = 0. The product (I - P) Phi is never formed: its entries would drown all
// others in rounding. l is half of the mean edge, so that both parts have similar size. The
// condition number does not depend on k. The matrix with its projector takes half as much memory
// again.
template <class Space>
std::unique_ptr<MatrixSource<Space>> make_low_frequency(const Surface &surface, const Spec &spec,
                                                        int threads);

} // namespace curlew::mom
