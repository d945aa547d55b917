#pragma once

#include <array>
#include <vector>

namespace curlew {

using UnitVector = std::array<double, 3>;

// Angles of a direction: theta from +z, phi from +x.
struct Direction {
  double theta_deg = 0, phi_deg = 0;
};

// The unit vectors of spherical coordinates in a direction.
struct SphericalFrame {
  UnitVector r, theta, phi;

  explicit SphericalFrame(const Direction &direction);
};

// Returns the direction of a vector other than 0, of any length.
Direction direction_of(double x, double y, double z);

// Returns every theta on every phi, phi by phi.
std::vector<Direction> all_directions(const std::vector<double> &theta_deg,
                                      const std::vector<double> &phi_deg);

} // namespace curlew
