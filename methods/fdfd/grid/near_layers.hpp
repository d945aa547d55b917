#pragma once

#include <curlew/methods/fdfd/problem.hpp>

#include <string>
#include <vector>

namespace curlew::fdfd {

// Warns, at the location of the case's grid.size, of absorbing layers nearer to the scatterer than
// the smaller of lambda / (2 pi), at the lowest frequency, and 1.5 times half the scatterer's
// largest extent: there the layers' losses act on its reactive near field. A layer whose real
// stretch moves the losses out of the near field (fitted_kappa) gets no warning unless it grows too
// fast from cell to cell.
std::vector<std::string> layer_warnings(const Case &input, const Problem &problem);

} // namespace curlew::fdfd
