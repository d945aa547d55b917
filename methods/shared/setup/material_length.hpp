#pragma once

#include <curlew/core/material.hpp>

namespace curlew {

// The length that a mesh has to resolve in a material at a frequency: the wavelength in it or, for
// a metal, in which waves decay by 1/e over less than 0.18 of their length, the skin depth. For a
// tensor the shortest along its axes x, y, z.
struct MaterialLength {
  bool is_metal = false;
  double length_m = 0;
};
MaterialLength material_length(const Material &material, double frequency_hz);

} // namespace curlew
