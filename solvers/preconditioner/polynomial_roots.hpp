#pragma once

#include <complex>
#include <vector>

namespace curlew {

// Roots of GMRES' residual polynomial after n steps: the harmonic Ritz values, eigenvalues of
//   H + h^2 (H^-H e) e^T,  e the last unit vector,
// in Leja's order, each as far as can be from those before it (@cite loe2021). `hessenberg` is
// (n + 1) x n, column by column: H and below it the last row (0 ... 0, h). Throws NotConverged
// where H is singular.
std::vector<std::complex<double>>
residual_polynomial_roots(int n, const std::vector<std::complex<double>> &hessenberg);

} // namespace curlew
