#pragma once

#include <curlew/methods/fem/model.hpp>

#include <complex>
#include <string>
#include <vector>

namespace curlew::fem {

// Returns the part of E of a wave in vacuum that a film of a metal with a thickness lets through:
//   2 z12 eta0 / ((z11 + eta0)^2 - z12^2),  z11 = Z coth(g t), z12 = Z / sinh(g t),
// with Z and g of the metal (surface_impedance_ohm()).
double film_transmission(const SurfaceImpedanceSpec &spec, double frequency_hz);

// Returns a warning for each film inside of the mesh that lets more than 1e-3 through: its sides
// are those of a film with no field behind, and nothing goes through.
std::vector<std::string> film_warnings(const Case &input, const Model &model);

} // namespace curlew::fem
