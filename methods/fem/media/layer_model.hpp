#pragma once

#include <complex>
#include <functional>

namespace curlew::fem {

// An absorbing layer as the elements of a mesh see it, in one dimension: `cells` tets deep, with
// polynomials of degree `degree` across them, and a medium that is constant in each tet. At a share
// z of the way through a cell, cuts of tets with centroids at 1/4, 1/2 and 3/4 of the cell have the
// shares (1 - z)^2, 2 z (1 - z) and z^2 of the area. E and curl E along the layer meet the mean of
// the stretch, and between the mean of its inverse and the inverse of its mean @cite hill1952.
struct LayerModel {
  double thickness_m = 0;
  int cells = 1;
  int degree = 1;
  std::function<std::complex<double>(double)> stretch; // of the depth in [0, 1]
};

// Returns the reflected wave of one at right angles from such a layer in front of a conductor, over
// the wave at the front of the layer. `wavenumber`: of the medium, 1/m.
std::complex<double> reflection(const LayerModel &layer, std::complex<double> wavenumber);

} // namespace curlew::fem
