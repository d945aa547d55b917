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

// Finds the modes that a case asks for, by rising frequency.
//
// Where media or walls depend on the frequency, the modes of the matrices of "near" are only
// starts. Each start is iterated to A(k) x = 0 by residual inverse iteration @cite neumaier1985,
// with media and walls at the mode's own frequency, which a secant finds (it makes the change from
// the media's frequency to the mode's 0). The matrices of "near" are not those of the modes where a
// start finds no mode, two starts find one mode, or a start ends far from where it began. Starts
// are then taken from matrices at other frequencies around "near" too, and the nearest of all modes
// that settle are returned. Other modes may be missed.
//
// `after` is called for each mode while the equations are at its frequency.
//
// Throws InputError where a mesh has fewer resonances than asked for, NotConverged where fewer
// starts settle, and what nearest_eigenpairs() throws.
void find_modes(const Case &input, ModeEquations &equations, EigenReport &report,
                const std::function<void(const Mode &)> &after);

} // namespace curlew::fem
