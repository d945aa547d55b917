#include <curlew/core/material.hpp>

namespace curlew {
namespace {

double determinant(const std::array<double, 6> &v) {
  const auto [xx, yy, zz, xy, xz, yz] = v;
  return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
}

} // namespace

bool SymmetricTensor::is_positive_definite() const {
  return v[0] > 0 && v[0] * v[1] - v[3] * v[3] > 0 && determinant(v) > 0;
}

bool SymmetricTensor::is_positive_semidefinite() const {
  const auto [xx, yy, zz, xy, xz, yz] = v;
  return xx >= 0 && yy >= 0 && zz >= 0 && xx * yy - xy * xy >= 0 && xx * zz - xz * xz >= 0 &&
         yy * zz - yz * yz >= 0 && determinant(v) >= 0;
}

SymmetricTensor SymmetricTensor::inverse() const {
  const auto [xx, yy, zz, xy, xz, yz] = v;
  const double scale = 1 / determinant(v);
  return {{(yy * zz - yz * yz) * scale, (xx * zz - xz * xz) * scale, (xx * yy - xy * xy) * scale,
           (xz * yz - xy * zz) * scale, (xy * yz - yy * xz) * scale, (xy * xz - xx * yz) * scale}};
}

} // namespace curlew
