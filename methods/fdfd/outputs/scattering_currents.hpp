#pragma once

#include <curlew/methods/fdfd/outputs/yee_fields.hpp>

namespace curlew::fdfd {

// Currents that radiate the scattered field into the background (layers of permittivity eps_b), at
// the entries of one index, from total fields:
//   J = j omega eps0 (eps - eps_b) E,   in conductors curl H_s - j omega eps0 eps_b E_s   [A/m^2]
//   M = j omega mu0 (mu - 1) H                                                          [V/m^2]
// Both are 0 where nothing scatters.
struct ScatteringCurrents {
  complex electric = 0, magnetic = 0;
};
ScatteringCurrents scattering_currents(const YeeFields &fields, int component, const Place &at);

// Returns the volume of an entry of E (or of H) outside of absorbing layers, m^3.
double entry_volume(const Problem &problem, int component, bool is_electric, const Place &at);

} // namespace curlew::fdfd
