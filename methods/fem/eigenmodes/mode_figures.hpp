#pragma once

#include <curlew/methods/fem/eigenmodes/find_modes.hpp>

#include <optional>

namespace curlew::fem {

// Frequency, Q and mode volume of a mode. The Q of a part without losses is absent.
struct ModeFigures {
  double frequency_hz = 0;
  std::optional<double> q;           // Re k / (2 Im k)
  std::optional<double> q_wall;      // impedances and lumped elements
  std::optional<double> q_material;  // the media outside of absorbing layers
  std::optional<double> q_radiation; // absorbing walls, absorbing layers, ports
  double volume_m3 = 0;              // integral of eps' |E|^2 over its largest value
  double residual = 0;
};

// Scales x to fields of 1 J outside of absorbing layers, E real where eps' |E|^2 is largest.
// Returns the figures from the quadratic forms s = x* S x, m = x* M x and b = x* B x: the imaginary
// part of x* A(k) x = 0 over k is
//   Im k (Re m + Re s / |k|^2) = Re k (-Im m + Im s / |k|^2) + Re b,
// with the energy on the left and the losses on the right. The Q of a part is the energy over its
// losses, so that 1 / Q is the sum of the 1 / Q of the parts. The equations must be at the mode's
// frequency.
ModeFigures figures_of(const ModeEquations &equations, Mode &mode);

} // namespace curlew::fem
