#include <curlew/methods/fdfd/background/transverse_modes.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fdfd/background/axis_modes.hpp>

#include <cmath>

namespace curlew::fdfd {
namespace {

// Angles are reduced as whole numbers of turns first, so that they keep all their digits.
complex turn(double whole_turns, double turns) {
  return std::polar(1.0, -2 * k_pi * (whole_turns - std::floor(whole_turns) + turns));
}

TransverseModes waves(const Axis &axis) {
  const Index n = axis.count;
  const double norm = 1 / std::sqrt(n * axis.cell_m);
  const double shift = -std::arg(axis.phase) / (2 * k_pi); // turns over a period
  TransverseModes modes;
  modes.count = n;
  modes.is_periodic = true;
  for (Index m = 0; m < n; ++m) {
    modes.g.push_back(2 * std::sin(k_pi * (m + shift) / n) / axis.cell_m);
    for (Index i = 0; i < n; ++i) {
      const double of_mode = double(std::int64_t(m) * i % n) / n;
      const complex node = norm * turn(of_mode, shift * i / n);
      const complex half =
          complex(0, -norm) *
          turn(double(std::int64_t(m) * (2 * i + 1) % (2 * n)) / (2 * n), shift * (i + 0.5) / n);
      modes.node.push_back(node);
      modes.half.push_back(half);
      modes.node_left.push_back(std::conj(node));
      modes.half_left.push_back(std::conj(half));
    }
  }
  return modes;
}

} // namespace

TransverseModes make_transverse_modes(const Axis &axis) {
  if (axis.is_periodic())
    return waves(axis);
  const AxisModes found = make_axis_modes(axis);
  return {found.count, found.node, found.half, found.node, found.half, found.g, false};
}

} // namespace curlew::fdfd
