#include <curlew/methods/fdfd/media/corner_factor.hpp>

#include <curlew/core/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace curlew::fdfd {
namespace {

constexpr double k_least_factor = 0.2, k_greatest_factor = 4;

// The nodes of a plane around a corner, in cells of width 1 along u, between an outer rectangle
// with the potential of the singular field and the conductor with 0. The conductor's outermost node
// is (0, 0); it fills u, v <= 0, or is the line u <= 0, v = 0.
class CornerLattice {
public:
  CornerLattice(CornerKind kind, double v_over_u, double beyond_u, double beyond_v)
      : kind_(kind),
        v_over_u_(v_over_u), beyond_{beyond_u, beyond_v}, corner_{corner_node(beyond_u),
                                                                  kind == CornerKind::plate
                                                                      ? 0
                                                                      : corner_node(beyond_v)},
        is_inwards_(has_factor_inwards(kind, beyond_u, beyond_v)), reach_{reach(v_over_u),
                                                                          reach(1 / v_over_u)},
        potential_((2 * std::size_t(reach_[0]) + 1) * (2 * reach_[1] + 1)) {
    for_each(0, [&](int i, int j) { at(i, j) = conducts(i, j) ? 0 : exact(i, j); });
  }

  // Solves for the potential with a factor and returns what tells its size from that of the
  // singular field: the charge on the outer rectangle by Green's identity, 0 where they agree and
  // rising with the factor.
  double surplus(double factor) {
    constexpr int k_sweeps = 150;
    for (int sweep = 0; sweep < k_sweeps; ++sweep)
      for_each(1, [&](int i, int j) {
        if (!conducts(i, j))
          relax(i, j, factor);
      });
    double sum = 0;
    for_each(1, [&](int i, int j) {
      for (int axis = 0; axis < 2; ++axis)
        for (const int side : {-1, 1}) {
          const int next_i = i + (axis == 0 ? side : 0), next_j = j + (axis == 1 ? side : 0);
          const bool is_outer = std::abs(next_i) == reach_[0] || std::abs(next_j) == reach_[1];
          if (is_outer && !conducts(i, j) && !conducts(next_i, next_j))
            sum += conductance(axis) * (at(i, j) - exact(i, j)) * exact(next_i, next_j);
        }
    });
    return sum;
  }

private:
  static int reach(double ratio) { return std::clamp(static_cast<int>(8 * ratio + 0.5), 8, 32); }

  template <class F> void for_each(int margin, const F &f) {
    for (int j = margin - reach_[1]; j <= reach_[1] - margin; ++j)
      for (int i = margin - reach_[0]; i <= reach_[0] - margin; ++i)
        f(i, j);
  }

  double &at(int i, int j) {
    return potential_[(std::size_t(j) + reach_[1]) * (2 * std::size_t(reach_[0]) + 1) + i +
                      reach_[0]];
  }

  bool conducts(int i, int j) const {
    return i <= 0 && (kind_ == CornerKind::plate ? j == 0 : j <= 0);
  }

  // True for the links with the factor from the corner of the grid; a plate has two along v.
  bool is_at_corner(int i, int j, int axis, int side) const {
    return i == corner_[0] && j == corner_[1] &&
           ((side > 0) != is_inwards_ || (kind_ == CornerKind::plate && axis == 1));
  }

  double conductance(int axis) const { return axis == 0 ? v_over_u_ : 1 / v_over_u_; }

  double exact(int i, int j) const {
    const double u = i - beyond_[0];
    if (kind_ == CornerKind::plate) {
      const double v = j * v_over_u_;
      return std::pow(std::hypot(u, v), 0.5) * std::cos(std::atan2(v, u) / 2);
    }
    const double v = (j - beyond_[1]) * v_over_u_;
    double angle = std::atan2(v, u) + k_pi / 2; // from the face along -v
    if (angle < 0)
      angle += 2 * k_pi;
    return std::pow(std::hypot(u, v), 2.0 / 3) * std::sin(2.0 / 3 * angle);
  }

  void relax(int i, int j, double factor) {
    constexpr double k_over = 1.7;
    double sum = 0, total = 0;
    for (int axis = 0; axis < 2; ++axis)
      for (const int side : {-1, 1}) {
        const int next_i = i + (axis == 0 ? side : 0), next_j = j + (axis == 1 ? side : 0);
        double link = conductance(axis);
        if (conducts(next_i, next_j)) {
          if (kind_ == CornerKind::right_angle || axis == 0)
            link /= 1 - beyond_[axis];
        }
        if (is_at_corner(i, j, axis, side) || is_at_corner(next_i, next_j, axis, -side))
          link /= factor;
        sum += link * at(next_i, next_j);
        total += link;
      }
    at(i, j) += k_over * (sum / total - at(i, j));
  }

  CornerKind kind_;
  double v_over_u_;
  std::array<double, 2> beyond_;
  std::array<int, 2> corner_;
  bool is_inwards_;
  std::array<int, 2> reach_; // nodes on either side of the corner
  std::vector<double> potential_;
};

} // namespace

double corner_factor(CornerKind kind, double v_over_u, double beyond_u, double beyond_v) {
  CornerLattice lattice(kind, std::clamp(v_over_u, 0.25, 4.0), beyond_u, beyond_v);
  double low = std::log(k_least_factor), high = std::log(k_greatest_factor);
  if (lattice.surplus(k_least_factor) > 0)
    return k_least_factor;
  for (int halving = 0; halving < 12; ++halving) {
    const double middle = (low + high) / 2;
    (lattice.surplus(std::exp(middle)) > 0 ? high : low) = middle;
  }
  return std::exp((low + high) / 2);
}

} // namespace curlew::fdfd
