#pragma once

#include <curlew/methods/fdfd/solve/system.hpp>
#include <curlew/methods/fdfd/sources/stack_wave.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <array>
#include <vector>

namespace curlew::fdfd {

// Return the wave at every entry of E, or of H, in the order of a Problem: unknowns() values.
// Entries that walls or conductors hold at 0 have the wave's value too, and so do those in
// absorbing layers, where no source reads it.
std::vector<complex> incident_electric(const Problem &problem, const IncidentWave &wave,
                                       int threads = 0);
std::vector<complex> incident_magnetic(const Problem &problem, const IncidentWave &wave,
                                       int threads = 0);

// The incident wave along the grid's axes: exp(-j k d.r) is a product of three of these factors,
// and a wave in layers a product of two and a profile along z. On hosts this is cheaper than one
// exponential per entry. Indices go up to the count of an axis, one entry beyond.
class IncidentTable {
public:
  IncidentTable(const Problem &problem, const IncidentWave &wave);

  complex electric(int component, Index i, Index j, Index k) const {
    return profiles_.electric[component][k] * phase(component, true, i, j);
  }
  complex magnetic(int component, Index i, Index j, Index k) const {
    return profiles_.magnetic[component][k] * phase(component, false, i, j);
  }
  bool is_zero() const { return is_zero_; }

private:
  // E is on halves along its component and on nodes across, H the other way round.
  complex phase(int component, bool is_electric, Index i, Index j) const {
    const auto &x = (component == 0) == is_electric ? halves_[0] : nodes_[0];
    const auto &y = (component == 1) == is_electric ? halves_[1] : nodes_[1];
    return x[i] * y[j];
  }

  std::array<std::vector<complex>, 2> nodes_, halves_; // factors along x and y
  ZProfiles profiles_;
  bool is_zero_;
};

} // namespace curlew::fdfd
