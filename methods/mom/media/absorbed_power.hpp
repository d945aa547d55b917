#pragma once

#include <curlew/methods/mom/spec.hpp>
#include <curlew/methods/shared/far_field/surface_currents.hpp>

namespace curlew::mom {

// Returns the power that surfaces absorb, W, from the currents at the points of surface_currents().
// It is the sum of the integrals of
//   1/2 Re Zs |J|^2                       sheets
//   1/4 (Re Zs |J|^2 + Re(1/Zs) |M|^2)    closed surfaces with an impedance, where M and J obey it
//                                         in the mean
//   1/2 Re (n x M).J*                     bodies: power that flows through their surface
double absorbed_power(const Surface &surface, const Spec &spec, const SurfaceCurrents &currents,
                      double frequency_hz);

} // namespace curlew::mom
