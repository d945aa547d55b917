#pragma once

#include <complex>

namespace curlew::test {

// Returns the input impedance, ohm, of a straight wire with a voltage gap in its middle: Galerkin's
// method with overlapping sinusoids, whose fields are known in closed form (Balanis, Antenna
// Theory, 4th ed., 4.72), and test functions on the axis of a wire of this radius. `functions`,
// odd, is their number; it changes the reactance by some percent, as with any gap.
std::complex<double> thin_wire_impedance(double length_m, double radius_m, double wavelength_m,
                                         int functions);

} // namespace curlew::test
