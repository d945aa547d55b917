#pragma once

#include <curlew/methods/fdfd/problem.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

namespace curlew {
struct Case;
struct CurrentSource;
struct PlaneWave;
} // namespace curlew

namespace curlew::fdfd {

// Phases of the periodic axes under which a wave, or a current (no wave: 1), is pseudo-periodic.
// Throws InputError, which `case_location` begins, for a wave from a half-space that has none.
std::array<complex, 3> bloch_phases(const Case &input, double wavenumber, const PlaneWave *wave,
                                    const std::string &case_location);

// What drives the scattered field: A E = f on the free entries, E = `dirichlet_values` on
// conductors' ones.
struct RightHandSide {
  std::vector<complex> f;
  std::vector<complex> dirichlet_values; // empty where it is 0: no conductors
};

// A conducting wall must find no tangential E of a wave, a magnetic one no tangential H: throws
// InputError, which `case_location` begins.
void check_walls(const Case &input, const Problem &problem, const IncidentWave &wave,
                 const std::string &case_location);

// Of a plane wave, @cite demir2012 (eq. 3, 4):
//   f = k^2 (eps - eps_b) E_inc + j omega mu0 curl ((1/mu - 1) H_inc),   E = -E_inc on conductors.
// `case_location` names the excitation in the case. Throws InputError where a conducting or
// magnetic wall does not reflect the wave onto itself: walls know the scattered field alone; and
// for an object, unlike the background, that reaches into an absorbing layer.
RightHandSide make_plane_wave_rhs(const Case &input, const Problem &problem, const PlaneWave &wave,
                                  const std::string &case_location, int threads = 0);

// Of a current, f = -j omega mu0 J. A point current is shared among the eight nearest entries of
// each component, a region's current among the entries by their share of the region. Throws
// InputError for one outside of the grid, in a perfectly matched layer, inside a conductor or on a
// wall that lets a component of it drive nothing.
RightHandSide make_current_rhs(const Problem &problem, const CurrentSource &current,
                               const std::string &case_location);

} // namespace curlew::fdfd
