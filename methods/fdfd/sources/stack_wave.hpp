#pragma once

#include <curlew/methods/fdfd/grid/axis.hpp>
#include <curlew/methods/fdfd/media/layers.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <array>
#include <vector>

namespace curlew::fdfd {

// The transverse part of a wave exp(-j (kx x + ky y)), which both polarisations along z share. The
// grid's differences along x and y multiply the wave by -j gx and -j gy, g = 2 sin(k h / 2) / h.
struct TransverseWave {
  double g = 0;          // 1/m
  double ux = 1, uy = 0; // (gx, gy) / g; the x axis for a wave along z

  static TransverseWave make(double kx, double ky, const Axis &x, const Axis &y);
};

// Returns exp(-j beta) of one cell along z in a homogeneous half-space, for the wave that travels
// or decays upwards: 4 sin^2(beta/2) / h^2 = k^2 eps - g^2. Its inverse belongs to the wave
// downwards.
complex cell_phase(double wavenumber, complex eps, double g, double cell_m);

// The part of fields that depends on z: E = profile exp(-j (kx x + ky y)) at every entry's own
// position, likewise H. Index k of a component is that of its node or half of z, 0 ... count.
struct ZProfiles {
  std::array<std::vector<complex>, 3> electric, magnetic; // V/m, A/m
};

// Returns a plane wave that meets the layers, from below or above, as the *grid's* own solution
// without walls: A0 E = 0 to rounding at every free entry outside of absorbing layers, and the
// continuous stack's answer to second order. Transverse phases are exact (Snell's law has no
// error); along z the half-spaces have the grid's dispersion. `wave` gives amplitude and direction
// as in vacuum; in the half-space of incidence, of index n, its wave vector is n times as long. At
// the origin the wave itself, continued as if there were no interface, has the phase of its
// amplitude.
//
// The recurrence starts in the half-space that the wave leaves through, where the wave is known but
// for a factor, and goes towards the half-space of incidence: that direction is stable for decaying
// fields too (docs/methods/fdfd-notes.md, "Layers").
ZProfiles stack_wave(const Layers &layers, const std::array<Axis, 3> &axes, double wavenumber,
                     const IncidentWave &wave);

// Returns the index of the half-space that a wave comes from, which must be lossless.
double index_of_incidence(const Layers &layers, const IncidentWave &wave);

// Returns the same index from the direction along z. Throws InputError, which begins with
// `case_location`, for a wave from a lossy or metallic half-space, and for one along layers that
// differ.
double index_of_incidence(complex eps_below, complex eps_above, double direction_z,
                          const std::string &case_location);

} // namespace curlew::fdfd
