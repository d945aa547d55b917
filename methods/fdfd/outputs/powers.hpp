#pragma once

#include <curlew/methods/fdfd/outputs/far_field.hpp>

namespace curlew::fdfd {

// What is dissipated outside of the absorbing layers, in watts:
//   1/2 omega eps0 sum eps'' |E|^2 dV + 1/2 omega mu0 sum mu'' |H|^2 dV
// over the entries, of the total field. Negative in media that amplify.
double absorbed_power(const YeeFields &fields, int threads = 0);

// The work of the incident wave on the currents that scatter, in watts:
//   1/2 Re sum (E_inc . J* + H_inc* . M) dV,   J = j omega eps0 (eps - 1) E,
//   M = j omega mu0 (mu - 1) H, in conductors J = curl H_s - j omega eps0 E_s.
// On the grid exactly what is scattered and absorbed together, if E solves its equations. `box`
// holds all that scatters.
double extinction_by_work(const YeeFields &fields, const NodeBox &box, int threads = 0);

// The same by the optical theorem, from the field scattered forward:
//   P = -(2 pi / (k eta0)) Im (F . p*),  in e^{+j omega t}: @cite bohren1983, section 3.4.
double extinction_by_theorem(const FarField &forward_field, const IncidentWave &incident);

// Where the incident power went, watts, and cross sections by the incident density
// |p|^2 / (2 eta0).
struct PowerBalance {
  double scattered = 0, absorbed = 0;
  double by_work = 0;    // extinction: equal to the two together but for what the solver left over
  double by_theorem = 0; // equal but for the grid's dispersion
  double incident_density = 0; // W/m^2

  // |extinction / (scattered + absorbed) - 1| by either
  double work_difference() const;
  double theorem_difference() const;
};
PowerBalance power_balance(const YeeFields &fields, const HuygensSurface &surface,
                           const IncidentWave &incident, int threads = 0);

// "extinction 1.0e-3 W = scattered ... + absorbed ...", for people.
std::string to_text(const PowerBalance &balance);

} // namespace curlew::fdfd
