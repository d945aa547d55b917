#pragma once

#include <curlew/methods/fdfd/outputs/far_field.hpp>
#include <curlew/methods/shared/powers/power_balance.hpp>

#include <optional>

namespace curlew::fdfd {

// What is dissipated outside of the absorbing layers, in watts:
//   1/2 omega eps0 sum eps'' |E|^2 dV + 1/2 omega mu0 sum mu'' |H|^2 dV
// over the entries, of the total field. Negative in media that amplify.
double absorbed_power(const YeeFields &fields, int threads = 0);
// The same between two planes of nodes of z, the upper one with its nodes.
double absorbed_between(const YeeFields &fields, Index below, Index above, int threads = 0);

// What a current gives to the field, -1/2 Re sum E . J* dV, in watts; `f` is its right-hand side,
// -j omega mu0 J.
double power_of_current(const YeeFields &fields, const std::vector<complex> &f);

// The work of the incident wave on the currents that scatter (scattering_currents.hpp), in watts:
//   1/2 Re sum (E_inc . J* + H_inc* . M) dV.
// On the grid exactly what is scattered and absorbed together, if E solves its equations. `box`
// holds all that scatters.
double extinction_by_work(const YeeFields &fields, const NodeBox &box, int threads = 0);

// What the currents on a surface radiate, in watts, by their far field in all directions. Nothing
// where that would take long, for a surface many wavelengths across: near fields are no matter
// there.
std::optional<double> far_field_power(const HuygensSurface &surface, Backend backend);

// Whether scattered and absorbed powers have a meaning: the background has no losses.
bool has_power_balance(const Problem &problem);

// All parts of the balance of an incident wave in a background without losses. In more than one
// medium there is no theorem about the field straight ahead, and guided waves may take power along:
// there only what leaves the box and the work are known.
PowerBalance power_balance(const YeeFields &fields, const HuygensSurface &surface,
                           const IncidentWave &incident, Backend backend, int threads = 0);

} // namespace curlew::fdfd
