#pragma once

#include <curlew/methods/mom/aim/stencil.hpp>
#include <curlew/methods/mom/surface.hpp>

#include <array>
#include <optional>

namespace curlew::mom {

// Parameters of the adaptive integral method that a user may choose.
struct AimChoice {
  std::optional<int> order;        // order of the stencil, 3 or 5; none: 3, on devices 5
  std::optional<double> spacing_m; // none: see make_aim_grid()
  double near = 4;                 // radius within which integrals are exact, in spacings
  bool is_single = false;          // grid and near part in single precision
};

// A regular grid around a surface; each point of the surface lies among the middle nodes of its
// stencil.
struct AimGrid {
  double origin_m[3];
  double spacing_m = 0;
  std::array<Index, 3> extent{}; // nodes
  double near_m = 0;             // radius of the exact integrals, from centroid to centroid
  Stencil stencil;
};

// Makes the grid. Unless chosen, the spacing is with order 3 the median edge, at most a tenth of
// the wavelength; with order 5 one and a half times that, at most a sixth
// (docs/methods/mom-notes.md, "AIM").
AimGrid make_aim_grid(const Surface &surface, const AimChoice &choice, double wavenumber,
                      bool is_device);

double median_edge_m(const Surface &surface);

} // namespace curlew::mom
