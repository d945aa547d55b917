#pragma once

#include <curlew/methods/fdfd/sources/incident.hpp>

#include <array>
#include <vector>

namespace curlew::fdfd {

using Place = std::array<Index, 3>;

// The fields of a solved problem at the entries of its grid, on the host. H is computed from E on
// each call:
//   H_s = j / (omega mu0 mu) curl E_s + (1 / mu - 1) H_inc,
// the discrete form of @cite demir2012 (3). Without an incident wave the scattered field is the
// whole field, that of currents.
//
// The vector holds the scattered E in volts per metre, in the order of Problem; in conductors it is
// minus the incident field, as in the result of FieldSolver.
class YeeFields {
public:
  // Keeps references to the problem and the vector. Throws std::invalid_argument for a vector of
  // another length.
  YeeFields(const Problem &problem, const std::vector<complex> &electric,
            const IncidentWave &incident = {});
  YeeFields(const Problem &, std::vector<complex> &&, const IncidentWave & = {}) = delete;

  const Problem &problem() const { return problem_; }
  const IncidentTable &incident() const { return incident_; }

  // Return the scattered field at an index from -1 to count on every axis: beyond a wall it is 0,
  // beyond a period that of this one times its phase, or over it below the period.
  complex electric(int component, Place at) const {
    const complex factor = wrap(at);
    return factor == complex(0) ? factor : factor * stored(component, at);
  }
  complex magnetic(int component, Place at) const;
  complex total_electric(int component, const Place &at) const {
    return electric(component, at) + incident_.electric(component, at[0], at[1], at[2]);
  }
  complex total_magnetic(int component, const Place &at) const {
    return magnetic(component, at) + incident_.magnetic(component, at[0], at[1], at[2]);
  }

  // Return the relative constants at an entry; 1 for entries that are fixed.
  complex eps(int component, const Place &at) const {
    return problem_.eps[problem_.eps_id[component][problem_.entry(at[0], at[1], at[2])]];
  }
  // Returns the part that the problem's couplings add to eps times the total field.
  complex coupled_electric(int component, const Place &at) const;
  complex mu(int component, const Place &at) const {
    return is_magnetic_
               ? problem_.mu[problem_.mu_id[component][problem_.entry(at[0], at[1], at[2])]]
               : complex(1);
  }
  // True inside a conductor, and where a wall fixes E at 0.
  bool is_fixed(int component, const Place &at) const {
    return problem_.eps_id[component][problem_.entry(at[0], at[1], at[2])] == 0;
  }

private:
  complex stored(int component, const Place &at) const {
    return electric_[component * problem_.size() + problem_.entry(at[0], at[1], at[2])];
  }
  // Moves an index just beyond the grid into it. Returns the factor of the field there.
  complex wrap(Place &at) const;

  const Problem &problem_;
  const std::vector<complex> &electric_;
  IncidentTable incident_;
  bool is_magnetic_;
};

// Returns the scattered H at every entry, in the order of Problem, in amperes per metre.
std::vector<complex> magnetic_field(const YeeFields &fields, int threads = 0);

} // namespace curlew::fdfd
