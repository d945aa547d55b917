#pragma once

#include <curlew/methods/fdfd/problem.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

namespace curlew {
struct Case;
struct CurrentSource;
struct PlaneWave;
} // namespace curlew

namespace curlew::fdfd {

// Returns the phases of the periodic axes under which a wave, or a current (no wave: 1), is
// pseudo-periodic. Throws InputError, which begins with `case_location`, for a wave from a
// half-space without a real index.
std::array<complex, 3> bloch_phases(const Case &input, double wavenumber, const PlaneWave *wave,
                                    const std::string &case_location);

// Right-hand side of the scattered field: A E = f on the free entries, E = `dirichlet_values` on
// the conductors' entries.
struct RightHandSide {
  std::vector<complex> f;
  std::vector<complex> dirichlet_values; // empty where all are 0: no conductors
};

// Throws InputError, which begins with `case_location`, where a wave has tangential E on a
// conducting wall or tangential H on a magnetic one.
void check_walls(const Case &input, const Problem &problem, const IncidentWave &wave,
                 const std::string &case_location);

// Returns the right-hand side of a plane wave, @cite demir2012 (eq. 3, 4):
//   f = k^2 (eps - eps_b) E_inc + j omega mu0 curl ((1/mu - 1) H_inc),   E = -E_inc on conductors.
// `case_location` names the excitation in the case. Throws InputError where a conducting or
// magnetic wall does not reflect the wave onto itself, since walls act on the scattered field
// alone; and for an object, unlike the background, that reaches into an absorbing layer.
RightHandSide make_plane_wave_rhs(const Case &input, const Problem &problem, const PlaneWave &wave,
                                  const std::string &case_location, int threads = 0);

// Returns the right-hand side of a current, f = -j omega mu0 J. A point current is shared among the
// eight nearest entries of each component, a region's current among the entries by their share of
// the region. A share beyond a periodic, conducting or magnetic wall acts by its image inside.
// Throws InputError for a current outside of the grid, in a perfectly matched layer, inside a
// conductor or on a wall where one of its components drives nothing.
RightHandSide make_current_rhs(const Problem &problem, const CurrentSource &current,
                               const std::string &case_location);

} // namespace curlew::fdfd
