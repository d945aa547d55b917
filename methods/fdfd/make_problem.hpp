#pragma once

#include <curlew/methods/fdfd/problem.hpp>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// Makes the problem of a case at one frequency: walls, materials of every edge and face, smoothed
// or not. `phases`: E(r + period) = phase E(r) per axis. Throws InputError, with the location in
// the case, for unsupported input: tensors that are not diagonal, more than 65,535 different
// constants.
Problem make_problem(const Case &input, double frequency_hz,
                     const std::array<complex, 3> &phases = {1, 1, 1}, int threads = 0);

} // namespace curlew::fdfd
