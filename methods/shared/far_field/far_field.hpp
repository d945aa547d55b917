#pragma once

#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <vector>

namespace curlew {

// r e^{+jkr} E far away from the origin of coordinates, in volts: E = (theta, phi) e^{-jkr} / r;
// peak phasors of e^{+j omega t}.
struct FarField {
  std::complex<double> theta, phi;
};

// Returns the far field of currents in vacuum, @cite balanis2012 (6.122):
//   r E_theta = -jk/4pi (L_phi + eta0 N_theta),   r E_phi = jk/4pi (L_theta - eta0 N_phi).
// With image planes it is the field of the currents and their images, and 0 in all directions that
// lie behind a plane that is no mirror. Verified by FarFieldOfTriangles.*,
// ImagePlanes.*.
//
// Throws std::invalid_argument as radiation_vectors and Images do, and for currents on both sides
// of an image plane.
std::vector<FarField> far_field(Backend backend, const SurfaceCurrents &currents,
                                const std::vector<Direction> &directions,
                                const std::vector<ImagePlane> &planes = {});
std::vector<FarField> far_field(Backend backend, const LatticeCurrents &currents,
                                const std::vector<Direction> &directions,
                                const std::vector<ImagePlane> &planes = {});

// 1/2 Re integral of E x H* over all directions, in watts, from the integral of |r E|^2 over the
// sphere; with image planes, mirrors too, over the part of space that contains the currents.
struct RadiatedPower {
  double watts = 0;
  double error = 0;           // relative: against the rule of the order before
  std::size_t directions = 0; // directions of the last rule
};
// Computes the radiated power. The order of the rule starts at a value for the size of the surface
// in wavelengths and grows by a half until two in a row agree to `tolerance` (relative). Throws
// NotConverged when they do not after four steps; otherwise as far_field.
RadiatedPower radiated_power(Backend backend, const SurfaceCurrents &currents, double tolerance,
                             const std::vector<ImagePlane> &planes = {});
RadiatedPower radiated_power(Backend backend, const LatticeCurrents &currents, double tolerance,
                             const std::vector<ImagePlane> &planes = {});

// Bistatic radar cross sections 4 pi |r E|^2 / |E_inc|^2 in m^2, of each polarisation of the
// scattered wave; their sum is the total cross section.
struct CrossSection {
  double theta_m2 = 0, phi_m2 = 0;
  double total_m2() const { return theta_m2 + phi_m2; }
};
// `incident` is the peak of |E| of the incident wave, V/m. Throws std::invalid_argument unless it
// is above 0.
CrossSection cross_section(const FarField &field, double incident);

} // namespace curlew
