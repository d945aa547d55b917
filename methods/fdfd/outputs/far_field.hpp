#pragma once

#include <curlew/methods/fdfd/outputs/huygens_box.hpp>

#include <vector>

namespace curlew::fdfd {

// theta from +z, phi from +x.
struct Direction {
  double theta_deg = 0, phi_deg = 0;
};

// r e^{+jkr} E far away from the origin of coordinates, in volts: E = (theta, phi) e^{-jkr} / r.
struct FarField {
  complex theta, phi;
};

// The far field of the currents on the surface, J at the entries of E and M at those of H, by the
// radiation integrals of @cite balanis2012 (6.122):
//   r E_theta = -jk/4pi (L_phi + eta0 N_theta),   r E_phi = jk/4pi (L_theta - eta0 N_phi),
// N the integral of J exp(jk r'.r), L that of M. It converges to the continuous one with the square
// of the cell size. Directions are shared out to threads; each is summed in one order.
std::vector<FarField> far_field(const HuygensSurface &surface,
                                const std::vector<Direction> &directions, int threads = 0);

// Every theta on every phi, phi by phi.
std::vector<Direction> all_directions(const std::vector<double> &theta_deg,
                                      const std::vector<double> &phi_deg);

// Bistatic radar cross sections 4 pi |r E|^2 / |E_inc|^2 in m^2, of each polarisation of the
// scattered wave; both together are what an antenna that takes all sees.
struct CrossSection {
  double theta_m2 = 0, phi_m2 = 0;
  double total_m2() const { return theta_m2 + phi_m2; }
};
// `incident` is the peak of |E| of the incident wave, V/m. Throws std::invalid_argument unless it
// is above 0.
CrossSection cross_section(const FarField &field, double incident);
// |p| of the wave: of a linear one the peak of |E|, of any the root of |E_x|^2 + |E_y|^2 + |E_z|^2.
double amplitude(const IncidentWave &incident);

// Where the incident wave goes to.
Direction forward(const IncidentWave &incident);
// Where it comes from.
Direction backward(const IncidentWave &incident);

} // namespace curlew::fdfd
