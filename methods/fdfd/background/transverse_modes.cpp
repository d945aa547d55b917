#include <curlew/methods/fdfd/background/transverse_modes.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fdfd/background/axis_modes.hpp>

#include <cmath>

namespace curlew::fdfd {
namespace {

// Reduces angles by whole turns first, so that they keep all their digits.
complex turn(double whole_turns, double turns) {
  return std::polar(1.0, -2 * k_pi * (whole_turns - std::floor(whole_turns) + turns));
}

// Returns the modes of a periodic axis. One table serves all modes: whole turns from the first
// node, counted in halves of a cell.
TransverseModes waves(const Axis &axis) {
  const Index n = axis.count;
  const std::int64_t halves = 2 * std::int64_t(n);
  const double norm = 1 / std::sqrt(n * axis.cell_m);
  const double shift = -std::arg(axis.phase) / (2 * k_pi); // turns over a period
  std::vector<complex> whole, shifted;                     // by halves of a cell
  for (std::int64_t i = 0; i < halves; ++i) {
    whole.push_back(turn(double(i) / halves, 0));
    shifted.push_back(norm * turn(0, shift * i / halves));
  }
  AxisModes right, left;
  right.count = left.count = n;
  for (Index m = 0; m < n; ++m) {
    right.g.push_back(2 * std::sin(k_pi * (m + shift) / n) / axis.cell_m);
    for (Index i = 0; i < n; ++i) {
      const std::int64_t on_node = 2 * std::int64_t(i), on_half = on_node + 1;
      const complex node = shifted[on_node] * whole[m * on_node % halves];
      const complex half = complex(0, -1) * (shifted[on_half] * whole[m * on_half % halves]);
      right.node.push_back(node);
      right.half.push_back(half);
      left.node.push_back(std::conj(node));
      left.half.push_back(std::conj(half));
    }
  }
  return {n, std::make_shared<const AxisModes>(std::move(right)),
          std::make_shared<const AxisModes>(std::move(left))};
}

} // namespace

std::array<TransverseModes, 2> make_transverse_modes(const Axis &x, const Axis &y, int threads) {
  std::array<TransverseModes, 2> modes;
  if (!x.is_periodic() && !y.is_periodic()) {
    const auto found = make_modes({x, y, y}, threads);
    return {TransverseModes{x.count, found[0], nullptr},
            TransverseModes{y.count, found[1], nullptr}};
  }
  const Axis *const axes[] = {&x, &y};
  for (int d = 0; d < 2; ++d)
    modes[d] = axes[d]->is_periodic()
                   ? waves(*axes[d])
                   : TransverseModes{axes[d]->count, shared_axis_modes(*axes[d], threads), nullptr};
  return modes;
}

} // namespace curlew::fdfd
