#include <curlew/methods/shared/powers/power_balance.hpp>

#include <curlew/core/constants.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew {

double extinction_by_theorem(const FarField &forward_field, const IncidentWave &incident) {
  const SphericalFrame frame(forward(incident));
  double k_squared = 0;
  std::complex<double> product = 0;
  for (int c = 0; c < 3; ++c) {
    k_squared += incident.wave_vector[c] * incident.wave_vector[c];
    product += (forward_field.theta * frame.theta[c] + forward_field.phi * frame.phi[c]) *
               std::conj(std::complex<double>(incident.electric_amplitude[c]));
  }
  return -2 * k_pi / (std::sqrt(k_squared) * k_eta0) * product.imag();
}

double PowerBalance::work_difference() const {
  return std::abs(by_work / (scattered + absorbed) - 1);
}

std::optional<double> PowerBalance::theorem_difference() const {
  if (!by_theorem)
    return std::nullopt;
  return std::abs(*by_theorem / (scattered + absorbed) - 1);
}

std::optional<double> PowerBalance::far_field_difference() const {
  if (!scattered_by_far_field)
    return std::nullopt;
  return std::abs(scattered / *scattered_by_far_field - 1);
}

std::string to_text(const PowerBalance &balance) {
  std::string text =
      fmt::format("scattered {:.4e} W + absorbed {:.4e} W = {:.4e} W; extinction {:.4e} W by work "
                  "on the currents ({:.1e} off)",
                  balance.scattered, balance.absorbed, balance.scattered + balance.absorbed,
                  balance.by_work, balance.work_difference());
  if (const auto difference = balance.theorem_difference())
    text += fmt::format(", {:.4e} W by the optical theorem ({:.1e} off)", *balance.by_theorem,
                        *difference);
  if (const auto difference = balance.far_field_difference())
    text += fmt::format("; scattered {:.4e} W by the far field ({:.1e} off)",
                        *balance.scattered_by_far_field, *difference);
  return text;
}

} // namespace curlew
