#include <curlew/core/material.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

// Minors of a singular tensor that was rotated in double precision may come out this far below
// zero, relative to the largest entry.
constexpr double k_rounding = 1e-12;

double determinant(const std::array<double, 6> &v) {
  const auto [xx, yy, zz, xy, xz, yz] = v;
  return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
}

bool is_diagonal(const std::array<double, 6> &v) {
  return v[3] == 0 && v[4] == 0 && v[5] == 0;
}

double largest_entry(const std::array<double, 6> &v) {
  double largest = 0;
  for (const double x : v)
    largest = std::max(largest, std::abs(x));
  return largest;
}

// Scaled to entries of at most 1, so that no product leaves the range of a double.
std::array<double, 6> divided(std::array<double, 6> v, double scale) {
  for (double &x : v)
    x /= scale;
  return v;
}

} // namespace

bool SymmetricTensor::is_positive_definite() const {
  if (is_diagonal(v))
    return v[0] > 0 && v[1] > 0 && v[2] > 0;
  const std::array<double, 6> s = divided(v, largest_entry(v));
  return s[0] > 0 && s[0] * s[1] - s[3] * s[3] > 0 && determinant(s) > 0;
}

bool SymmetricTensor::is_positive_semidefinite() const {
  if (is_zero())
    return true;
  const auto s = divided(v, largest_entry(v));
  const auto [xx, yy, zz, xy, xz, yz] = s;
  return xx >= 0 && yy >= 0 && zz >= 0 && xx * yy - xy * xy >= -k_rounding &&
         xx * zz - xz * xz >= -k_rounding && yy * zz - yz * yz >= -k_rounding &&
         determinant(s) >= -k_rounding;
}

SymmetricTensor SymmetricTensor::inverse() const {
  if (is_diagonal(v))
    return {{1 / v[0], 1 / v[1], 1 / v[2], 0, 0, 0}};
  const double scale = largest_entry(v);
  const auto s = divided(v, scale);
  const auto [xx, yy, zz, xy, xz, yz] = s;
  const double factor = 1 / (determinant(s) * scale);
  return {{(yy * zz - yz * yz) * factor, (xx * zz - xz * xz) * factor, (xx * yy - xy * xy) * factor,
           (xz * yz - xy * zz) * factor, (xy * yz - yy * xz) * factor,
           (xy * xz - xx * yz) * factor}};
}

} // namespace curlew
