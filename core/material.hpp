#pragma once

#include <array>
#include <complex>
#include <memory>
#include <string>
#include <vector>

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
  // Returns the inverse; the tensor must be regular.
  SymmetricTensor inverse() const;
};

// Relative permittivity (or permeability) that a pole adds at f, of e^{+j omega t}:
//   Debye    delta / (1 + j 2 pi f tau)
//   Lorentz  delta f0^2 / (f0^2 + j f gamma - f^2)
//   Drude    -f_p^2 / (f^2 - j f gamma)
struct DebyePole {
  double delta = 0, tau_s = 0;
};
struct LorentzPole {
  double delta = 0, f0_hz = 0, gamma_hz = 0;
};
struct DrudePole {
  double f_p_hz = 0, gamma_hz = 0;
};
struct Poles {
  std::vector<DebyePole> debye;
  std::vector<LorentzPole> lorentz;
  std::vector<DrudePole> drude;
  bool empty() const { return debye.empty() && lorentz.empty() && drude.empty(); }
  // Sum of the poles' contributions at a frequency. A field that decays has a complex one, with a
  // positive imaginary part.
  std::complex<double> at(double frequency_hz) const;
  std::complex<double> at(std::complex<double> frequency_hz) const;
};

struct SpectralMedium; // core/spectral_medium.hpp

// A local material: D = eps0 eps_r E, B = mu0 mu_r H, J = sigma E. The poles add to eps_r and mu_r,
// which are then eps_inf and mu_inf of the case.
struct Material {
  std::string name;
  SymmetricTensor eps_r;
  SymmetricTensor mu_r;
  SymmetricTensor sigma = SymmetricTensor::isotropic(0);   // S/m
  SymmetricTensor sigma_m = SymmetricTensor::isotropic(0); // ohm/m
  double loss_tangent = 0;                                 // loss tangent of eps_r
  double chi3 = 0;           // m^2/V^2: D = eps0 (eps_r + chi3 |E|^2) E
  Poles eps_poles, mu_poles; // isotropic
  // Adds to eps_r at frequencies what no method in time takes; null: nothing.
  std::shared_ptr<const SpectralMedium> spectral;
  double density_kg_m3 = 0; // 0: not given
  bool pec = false;         // a perfect conductor: its inside is not solved

  bool is_dispersive() const {
    return !eps_poles.empty() || !mu_poles.empty() || spectral != nullptr;
  }
};

// A complex tensor, stored xx, yy, zz, xy, xz, yz.
using ComplexTensor = std::array<std::complex<double>, 6>;

// Returns eps / eps0 with conductivity, loss tangent, poles and spectral medium; mu / mu0 with
// magnetic conductivity and poles. Losses are negative imaginary parts. The frequency must be above
// 0.
ComplexTensor permittivity(const Material &material, double frequency_hz);
ComplexTensor permeability(const Material &material, double frequency_hz);
// The same at a complex frequency. The loss tangent is that of all frequencies.
ComplexTensor permittivity(const Material &material, std::complex<double> frequency_hz);
ComplexTensor permeability(const Material &material, std::complex<double> frequency_hz);

} // namespace curlew
