#pragma once

#include <curlew/methods/fdfd/system.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <array>
#include <vector>

namespace curlew::fdfd {

// The wave at every entry of E, or of H, as a Problem orders them: unknowns() values. Entries that
// walls or conductors hold at 0 have it too, and so have those in absorbing layers, where no source
// asks for it.
std::vector<complex> incident_electric(const Problem &problem, const IncidentWave &wave,
                                       int threads = 0);
std::vector<complex> incident_magnetic(const Problem &problem, const IncidentWave &wave,
                                       int threads = 0);

// The incident wave along the grid's axes: exp(-j k d.r) is a product of three of these. Cheaper on
// hosts than one exponential an entry. Indices go up to the count of an axis, one entry beyond.
class IncidentTable {
public:
  IncidentTable(const Problem &problem, const IncidentWave &wave);

  complex electric(int component, Index i, Index j, Index k) const {
    return electric_amplitude_[component] * phase(component, true, i, j, k);
  }
  complex magnetic(int component, Index i, Index j, Index k) const {
    return magnetic_amplitude_[component] * phase(component, false, i, j, k);
  }
  bool is_zero() const;

private:
  // E is on halves along its component and on nodes across, H the other way round.
  complex phase(int component, bool is_electric, Index i, Index j, Index k) const {
    const auto &x = (component == 0) == is_electric ? halves_[0] : nodes_[0];
    const auto &y = (component == 1) == is_electric ? halves_[1] : nodes_[1];
    const auto &z = (component == 2) == is_electric ? halves_[2] : nodes_[2];
    return x[i] * y[j] * z[k];
  }

  std::array<std::vector<complex>, 3> nodes_, halves_;
  std::array<complex, 3> electric_amplitude_, magnetic_amplitude_;
};

} // namespace curlew::fdfd
