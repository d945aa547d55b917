#pragma once

#include <complex>
#include <functional>

namespace curlew {

// The plane rotation [c s; -conj(s) c] that maps (a, b) to (r, 0).
struct ComplexRotation {
  double c = 1;
  std::complex<double> s, r;
};
using MakeComplexRotation =
    std::function<ComplexRotation(std::complex<double> a, std::complex<double> b)>;

// True where a function makes such rotations. zrotg of OpenBLAS 0.3.26 does not: for a = 1 + i and
// b = 2 - i it gives r = 1.87083 + 1i instead of 1.87083 (1 + i), and a GMRES that uses it stays at
// its first residual.
bool makes_rotations(const MakeComplexRotation &make);

// The rotation of Teuchos::BLAS, which Belos' GMRES uses; with most Trilinos it is the BLAS' own.
ComplexRotation teuchos_rotation(std::complex<double> a, std::complex<double> b);

} // namespace curlew
