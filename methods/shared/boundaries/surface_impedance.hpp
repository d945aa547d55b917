#pragma once

#include <curlew/io/case/sections/boundaries/boundaries.hpp>

#include <complex>

namespace curlew {

// Returns E over J along a surface, ohm. For a metal thicker than its skin it is (1 + j) sqrt(omega
// mu / 2 sigma). Roughness of root-mean-square height D raises it by 1 + 2/pi atan(1.4 (D / skin
// depth)^2), a fit of Hammerstad's to measured microstrips @cite hammerstad1980.
// `frequency_hz`: complex, with a positive imaginary part, for fields that decay. The factor of the
// roughness is that of the real part.
std::complex<double> surface_impedance_ohm(const SurfaceImpedanceSpec &spec,
                                           std::complex<double> frequency_hz);

} // namespace curlew
