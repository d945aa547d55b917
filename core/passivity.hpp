#pragma once

#include <curlew/core/material.hpp>

#include <optional>
#include <vector>

namespace curlew {

// True where a pole of Debye or Lorentz has a strength below 0, so that it amplifies by itself.
bool has_negative_strength(const Poles &poles);

// Frequencies around that of the largest gain, of those that were looked at.
struct GainBand {
  double low_hz = 0, high_hz = 0, worst_hz = 0;
  double imaginary = 0; // of the relative permittivity or permeability at worst_hz, above 0
};

// Returns the band where poles, with a conductivity (S/m or ohm/m) over the vacuum's constant,
// amplify: where the imaginary part, of e^{+j omega t}, is above 0 by more than rounding. Nothing
// where they lose energy at all of the rising `frequencies_hz`.
std::optional<GainBand> find_gain(const Poles &poles, double conductivity_over_vacuum,
                                  const std::vector<double> &frequencies_hz);

// Returns frequencies from far below to far above all rates of the poles, close enough to resolve
// each resonance: where the poles are passive at these, they are so at all frequencies.
std::vector<double> frequencies_around(const Poles &poles);

} // namespace curlew
