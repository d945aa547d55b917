#pragma once

#include <curlew/methods/fem/eigenmodes/mode_equations.hpp>

#include <functional>

namespace curlew::fem {

// A resonance, e^{+j omega t}: it decays with a positive Im k.
struct Mode {
  std::complex<double> wavenumber; // 1/m
  std::vector<std::complex<double>> x;
  double residual = 0; // |A(k) x| / |k^2 M x|
  double frequency_hz() const;
};

// The modes that a case asks for, by rising frequency. Those of "near"'s matrices (walls with k y
// of "near") come first; where media or walls depend on the frequency each is then brought to A(k)
// x = 0 by residual inverse iteration @cite neumaier1985, media and walls at its own frequency
// until k moves less than 1e-6. `after` is called for each mode while the equations are at its
// frequency.
//
// Throws InputError where the mesh has fewer resonances than asked for, NotConverged for a mode
// that does not settle or that two starts come to, and what nearest_eigenpairs() throws.
void find_modes(const Case &input, ModeEquations &equations, EigenReport &report,
                const std::function<void(const Mode &)> &after);

} // namespace curlew::fem
