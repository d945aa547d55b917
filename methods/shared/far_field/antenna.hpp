#pragma once

#include <curlew/methods/shared/far_field/far_field.hpp>

#include <optional>

namespace curlew {

// The powers that antenna figures refer to, in watts, all of the same excitation.
struct AntennaPowers {
  double radiated = 0;
  double accepted = 0; // power that the ports deliver: incident less reflected
  double incident = 0; // power available from the sources at the ports
  // Integral of the far field, which differs from `radiated` by the error of the discretisation;
  // none: they are the same.
  std::optional<double> by_far_field = {};
};

// Directivity U / (P / 4 pi), with the radiation intensity U = |r E|^2 / (2 eta0) and P the
// integral of U; gain and realised gain: the directivity times the radiation and the total
// efficiency; IEEE Std 145. A figure whose power is unknown (not above 0) is NaN. `parts`: how many
// times the structure has the part that `powers` belong to, see mirrored_parts().
struct AntennaFigures {
  double directivity = 0, gain = 0, realised_gain = 0;
};
AntennaFigures antenna_figures(const FarField &field, const AntennaPowers &powers,
                               double parts = 1);

// Radiation efficiency radiated / accepted, and total efficiency radiated / incident. NaN as above.
double radiation_efficiency(const AntennaPowers &powers);
double total_efficiency(const AntennaPowers &powers);

// 10 log10 of a ratio of powers: -inf for 0.
double to_db(double ratio);

} // namespace curlew
