#include <curlew/methods/shared/far_field/direction.hpp>

#include <curlew/core/constants.hpp>

#include <cmath>

namespace curlew {

SphericalFrame::SphericalFrame(const Direction &direction) {
  const double t = direction.theta_deg * k_pi / 180, p = direction.phi_deg * k_pi / 180;
  r = {std::sin(t) * std::cos(p), std::sin(t) * std::sin(p), std::cos(t)};
  theta = {std::cos(t) * std::cos(p), std::cos(t) * std::sin(p), -std::sin(t)};
  phi = {-std::sin(p), std::cos(p), 0};
}

Direction direction_of(double x, double y, double z) {
  const double degree = 180 / k_pi;
  return {std::atan2(std::hypot(x, y), z) * degree, std::atan2(y, x) * degree};
}

std::vector<Direction> all_directions(const std::vector<double> &theta_deg,
                                      const std::vector<double> &phi_deg) {
  std::vector<Direction> directions;
  for (const double phi : phi_deg)
    for (const double theta : theta_deg)
      directions.push_back({theta, phi});
  return directions;
}

} // namespace curlew
