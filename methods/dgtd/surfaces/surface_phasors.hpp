#pragma once

#include <curlew/methods/shared/time/recorded_sums.hpp>

#include <complex>
#include <vector>

namespace curlew::dgtd {

// Phasors on a surface after the last step, not yet referred to a waveform.
struct SurfacePhasors {
  // Phasors, [frequency][E at all points, then H: point, component], both at the same time.
  std::vector<std::vector<std::complex<double>>> sums;
  SumsChange change;
};

inline constexpr const char *k_flux_sums = "flux_sums"; // name of the sums of fluxes

} // namespace curlew::dgtd
