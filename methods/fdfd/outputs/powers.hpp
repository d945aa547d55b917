#pragma once

#include <curlew/methods/fdfd/outputs/far_field.hpp>
#include <curlew/methods/shared/powers/power_balance.hpp>

#include <optional>

namespace curlew::fdfd {

// Returns the power dissipated outside of the absorbing layers, in watts:
//   1/2 omega eps0 sum eps'' |E|^2 dV + 1/2 omega mu0 sum mu'' |H|^2 dV
// over the entries, of the total field. Negative in media that amplify.
double absorbed_power(const YeeFields &fields, int threads = 0);
// Returns the power dissipated between two planes of nodes of z, the nodes of the upper one
// included.
double absorbed_between(const YeeFields &fields, Index below, Index above, int threads = 0);

// Returns the power that a current gives to the field, -1/2 Re sum E . J* dV, in watts; `f` is its
// right-hand side, -j omega mu0 J.
double power_of_current(const YeeFields &fields, const std::vector<complex> &f);

// Returns the work of the incident wave on the currents that scatter (scattering_currents.hpp), in
// watts:
//   1/2 Re sum (E_inc . J* + H_inc* . M) dV.
// On the grid it is exactly the sum of scattered and absorbed power, if E solves its equations.
// `box` contains the scatterers.
double extinction_by_work(const YeeFields &fields, const NodeBox &box, int threads = 0);

// Returns the power that the currents on a surface radiate, in watts, from their far field in all
// directions. Returns nothing where that would take long, for a surface many wavelengths across,
// where near fields do not matter.
std::optional<double> far_field_power(const HuygensSurface &surface, Backend backend);

// True where absorbed, scattered and radiated powers are defined: no medium with losses goes on
// into an absorbing layer, where it absorbs beyond the grid.
bool has_power_balance(const Problem &problem);

// Returns all parts of the balance of an incident wave where has_power_balance() is true. In more
// than one medium, and between periodic walls, no theorem relates extinction to the forward field,
// and guided waves may carry power away: there only the power through the box and the work are
// computed.
PowerBalance power_balance(const YeeFields &fields, const HuygensSurface &surface,
                           const IncidentWave &incident, Backend backend, int threads = 0);

} // namespace curlew::fdfd
