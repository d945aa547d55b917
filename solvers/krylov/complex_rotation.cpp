#include <curlew/solvers/krylov/complex_rotation.hpp>

#include <cmath>

namespace curlew {
namespace {

using Number = std::complex<double>;

bool is_rotation(const ComplexRotation &made, const Number &a, const Number &b) {
  const double allowed = 1e-12 * (std::abs(a) + std::abs(b)); // rounding is some 1e-16 of that
  const Number upper = made.c * a + made.s * b, lower = -std::conj(made.s) * a + made.c * b;
  // A NaN fails every comparison.
  return std::abs(upper - made.r) <= allowed && std::abs(lower) <= allowed &&
         std::abs(made.c * made.c + std::norm(made.s) - 1) <= 1e-12;
}

} // namespace

bool makes_rotations(const MakeComplexRotation &make) {
  const std::pair<Number, Number> pairs[] = {
      {{1, 1}, {2, -1}}, {{3, 0}, {0, 4}}, {{-0.5, 2}, {1e-3, 0}}, {{0, -1e-4}, {-2, 1}}};
  for (const auto &[a, b] : pairs)
    if (!is_rotation(make(a, b), a, b))
      return false;
  return true;
}

} // namespace curlew
