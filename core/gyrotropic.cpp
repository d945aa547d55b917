#include <curlew/core/gyrotropic.hpp>

#include <curlew/core/constants.hpp>

#include <cmath>

namespace curlew {
namespace {

using complex = std::complex<double>;

// e / 2 m_e of the electron, rad/(s T): CODATA 2018. @cite tiesinga2021
constexpr double k_half_charge_over_mass = 0.5 * 1.602176634e-19 / 9.1093837015e-31;

double length(const std::array<double, 3> &v) {
  return std::hypot(v[0], v[1], v[2]);
}

std::array<double, 3> unit(std::array<double, 3> v) {
  const double size = length(v);
  for (double &x : v)
    x /= size;
  return v;
}

// gamma mu0 of a ferrite, rad/s per A/m.
double gyromagnetic(const Ferrite &ferrite) {
  return ferrite.lande_g * k_half_charge_over_mass * k_mu0;
}

// Terms that a static field adds to a tensor: across its axis, along it, and the length of the
// gyration.
struct BiasTerm {
  complex across = 0, along = 0, gyration = 0;
  std::array<double, 3> axis{0, 0, 0};
};

BiasTerm bias_term(const Ferrite &ferrite, double frequency_hz) {
  const double omega = 2 * k_pi * frequency_hz, gamma = gyromagnetic(ferrite);
  const complex j(0, 1), w0 = gamma * (length(ferrite.bias_A_m) + j * (ferrite.linewidth_A_m / 2)) +
                              j * (ferrite.alpha * omega);
  const double wm = gamma * ferrite.saturation_A_m;
  const complex denominator = w0 * w0 - omega * omega;
  return {w0 * wm / denominator, 0, -j * (omega * wm) / denominator, unit(ferrite.bias_A_m)};
}

BiasTerm bias_term(const GyrotropicDrudePole &pole, double frequency_hz) {
  const double strength = pole.f_p_hz * pole.f_p_hz / frequency_hz,
               f_c = -pole.charge * resonance_hz(pole);
  const complex j(0, 1), w(frequency_hz, -pole.gamma_hz), denominator = w * w - f_c * f_c;
  return {-strength * w / denominator, -strength / w, j * (strength * f_c) / denominator,
          unit(pole.bias_T)};
}

void add(const BiasTerm &term, GyrotropicTensor &tensor) {
  constexpr int rows[6] = {0, 1, 2, 0, 0, 1}, columns[6] = {0, 1, 2, 1, 2, 2};
  for (int i = 0; i < 6; ++i) {
    const double dyad = term.axis[rows[i]] * term.axis[columns[i]];
    tensor.symmetric[i] += term.across * ((i < 3 ? 1.0 : 0.0) - dyad) + term.along * dyad;
  }
  for (int d = 0; d < 3; ++d)
    tensor.gyration[d] += term.gyration * term.axis[d];
}

void add(const std::array<double, 3> &constant, GyrotropicTensor &tensor) {
  for (int d = 0; d < 3; ++d)
    tensor.gyration[d] += complex(0, constant[d]);
}

} // namespace

double resonance_hz(const Ferrite &ferrite) {
  return gyromagnetic(ferrite) * length(ferrite.bias_A_m) / (2 * k_pi);
}

double resonance_hz(const GyrotropicDrudePole &pole) {
  return 2 * k_half_charge_over_mass * length(pole.bias_T) / (2 * k_pi * pole.mass);
}

GyrotropicTensor permittivity(const Material &material, const GyrotropicMedium &medium,
                              double frequency_hz) {
  GyrotropicTensor eps{permittivity(material, frequency_hz), {}};
  for (const GyrotropicDrudePole &pole : medium.drude)
    add(bias_term(pole, frequency_hz), eps);
  add(medium.eps_gyration, eps);
  return eps;
}

GyrotropicTensor permeability(const Material &material, const GyrotropicMedium &medium,
                              double frequency_hz) {
  GyrotropicTensor mu{permeability(material, frequency_hz), {}};
  if (medium.ferrite)
    add(bias_term(*medium.ferrite, frequency_hz), mu);
  add(medium.mu_gyration, mu);
  return mu;
}

} // namespace curlew
