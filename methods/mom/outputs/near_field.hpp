#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/mom/surface.hpp>
#include <curlew/methods/shared/far_field/surface_currents.hpp>

#include <array>
#include <complex>
#include <vector>

namespace curlew::mom {

// Fields of surface currents at points.
struct NearFields {
  std::vector<ComplexVector> electric, magnetic; // V/m, A/m; peak phasors
  // [point]: 1 where it is nearer to a face than a hundredth of its size; its fields have no
  // digits.
  std::vector<char> is_close;
};

// Computes the fields. With G = exp(-jkR) / (4 pi R), h = (1 + jkR) exp(-jkR) / (4 pi R^3) and R =
// r - r' they are
//   E = -jk int G eta0 J + (j / k) int h R div' eta0 J,   H = -int h R x J,
// for x = eta0 J of the basis functions. Faces closer than six of their radii are cut into four
// until each part is three of its own radii away, at most eight times, so that the fields hold to
// 1e-5 as near as a hundredth of an edge (NearFields.*). Kokkos must be running.
NearFields near_fields(Backend backend, const Surface &surface,
                       const std::vector<std::complex<double>> &x, double wavenumber,
                       const std::vector<std::array<double, 3>> &points_m);

} // namespace curlew::mom
