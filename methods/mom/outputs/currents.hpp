#pragma once

#include <curlew/methods/mom/fill/fill_tables.hpp>
#include <curlew/methods/shared/far_field/surface_currents.hpp>

#include <complex>
#include <vector>

namespace curlew::mom {

// Currents of a solution x, eta0 J of each basis function, peak phasors.

// Returns the currents for far fields, at the points of each face at which Galerkin testing takes
// the incident wave, so that fields are reciprocal to the digits of the solution; with centroid
// testing at three points. `m`: M of each basis function, V/m; empty: none.
SurfaceCurrents surface_currents(const Surface &surface, const Quadrature &quadrature,
                                 const std::vector<std::complex<double>> &x, double wavenumber,
                                 const std::vector<std::complex<double>> &m = {});

// For each face: the mean of J (its value at the centroid), A/m, and the charge j div J / omega,
// C/m^2.
struct FaceCurrents {
  std::vector<ComplexVector> current;
  std::vector<std::complex<double>> charge;
};
FaceCurrents face_currents(const Surface &surface, const std::vector<std::complex<double>> &x,
                           double wavenumber);

} // namespace curlew::mom
