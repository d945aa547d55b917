#pragma once

#include <curlew/io/case/sections/boundaries/ports.hpp>

namespace curlew::fem {

// Modes TE_mn and TM_mn of a circular waveguide: m periods around the axis, n-th zero. With kc =
// zero / radius, and r and phi about the axis:
//   TE: zero = j'_mn,  e = m J_m(kc r) / (kc r) cos(m phi) r^ - J_m'(kc r) sin(m phi) phi^,
//   TM: zero = j_mn,   e = J_m'(kc r) cos(m phi) r^ - m J_m(kc r) / (kc r) sin(m phi) phi^,
// and for TE_0n e = J_1(kc r) phi^: @cite pozar2012 section 3.4. The other polarisation of a mode
// with m > 0 has phi turned by 90 / m degrees.
double circular_zero(const GuideMode &mode);

// Computes the components of e along r^ and phi^ at x = kc r.
void circular_field(const GuideMode &mode, double x, double phi, double &radial, double &around);

// Returns the mode with the lowest cutoff other than `but`.
GuideMode next_circular_mode(const GuideMode &but);

} // namespace curlew::fem
