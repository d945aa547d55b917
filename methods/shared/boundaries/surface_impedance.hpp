#pragma once

#include <curlew/io/case/sections/boundaries/boundaries.hpp>

#include <complex>

namespace curlew {

// Returns E over J along a surface, ohm. In a conductor fields fall with exp(-g x), g^2 = j omega
// mu sigma + mu_r / lambda^2 with the London depth lambda of a superconductor of two fluids @cite
// tinkham2004. The impedance is j omega mu / g, that is (1 + j) sqrt(omega mu / 2 sigma) of a
// metal; of a thickness t with no field behind it j omega mu / g coth(g t). Roughness of
// root-mean-square height D raises it by 1 + 2/pi atan(1.4 (D / skin depth)^2), a fit of
// Hammerstad's to measured microstrips @cite hammerstad1980, or by 1 + exp(-(skin depth / 2 D)^1.6)
// @cite groiss1996. `frequency_hz`: complex, with a positive imaginary part, for fields that decay.
// The factor of the roughness is that of the real part.
std::complex<double> surface_impedance_ohm(const SurfaceImpedanceSpec &spec,
                                           std::complex<double> frequency_hz);

} // namespace curlew
