#include <curlew/methods/shared/far_field/antenna.hpp>

#include <curlew/core/constants.hpp>

#include <cmath>
#include <limits>

namespace curlew {
namespace {

double ratio(double part, double whole) {
  return whole > 0 ? part / whole : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

AntennaFigures antenna_figures(const FarField &field, const AntennaPowers &powers, double parts) {
  const double in_all_directions =
      4 * k_pi * (std::norm(field.theta) + std::norm(field.phi)) / (2 * k_eta0);
  const double directivity =
      ratio(in_all_directions, parts * powers.by_far_field.value_or(powers.radiated));
  return {directivity, directivity * radiation_efficiency(powers),
          directivity * total_efficiency(powers)};
}

double radiation_efficiency(const AntennaPowers &powers) {
  return ratio(powers.radiated, powers.accepted);
}

double total_efficiency(const AntennaPowers &powers) {
  return ratio(powers.radiated, powers.incident);
}

double to_db(double ratio) {
  return 10 * std::log10(ratio);
}

} // namespace curlew
