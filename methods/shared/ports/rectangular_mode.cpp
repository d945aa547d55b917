#include <curlew/methods/shared/ports/rectangular_mode.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>

#include <cmath>

namespace curlew {

double RectangularMode::cutoff() const {
  return k_pi * std::hypot(mode.m / rectangle.length_m, mode.n / rectangle.width_m);
}

Point RectangularMode::field(const Point &place) const {
  const Point r = place - rectangle.corner;
  const double kx = k_pi * mode.m / rectangle.length_m, ky = k_pi * mode.n / rectangle.width_m;
  const double x = kx * dot(r, rectangle.along), y = ky * dot(r, rectangle.across);
  const double u = (mode.is_magnetic() ? kx : ky) * std::cos(x) * std::sin(y);
  const double v = (mode.is_magnetic() ? ky : -kx) * std::sin(x) * std::cos(y);
  return u * rectangle.along + v * rectangle.across;
}

} // namespace curlew
