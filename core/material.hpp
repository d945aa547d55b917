#pragma once

#include <array>
#include <string>

namespace curlew {

// A symmetric 3x3 tensor, stored xx, yy, zz, xy, xz, yz.
struct SymmetricTensor {
  std::array<double, 6> v{1, 1, 1, 0, 0, 0};

  static SymmetricTensor isotropic(double value) { return {{value, value, value, 0, 0, 0}}; }
  bool is_isotropic() const {
    return v[0] == v[1] && v[1] == v[2] && v[3] == 0 && v[4] == 0 && v[5] == 0;
  }
  bool is_zero() const { return *this == isotropic(0); }
  bool operator==(const SymmetricTensor &other) const { return v == other.v; }
  // True when every eigenvalue is above zero (Sylvester's criterion).
  bool is_positive_definite() const;
  // True when no eigenvalue is below zero.
  bool is_positive_semidefinite() const;
  // The inverse; the tensor must be regular.
  SymmetricTensor inverse() const;
};

// A linear, local, non-dispersive material: D = eps0 eps_r E, B = mu0 mu_r H, J = sigma E.
struct Material {
  std::string name;
  SymmetricTensor eps_r;
  SymmetricTensor mu_r;
  SymmetricTensor sigma = SymmetricTensor::isotropic(0); // S/m
  bool pec = false; // a perfect conductor: its inside is not solved
};

} // namespace curlew
