#include <curlew/core/material.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/spectral_medium.hpp>

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

namespace {

template <class Frequency> std::complex<double> sum_at(const Poles &poles, const Frequency &f) {
  const auto &[debye, lorentz, drude] = poles;
  const std::complex<double> j(0, 1);
  std::complex<double> sum = 0;
  for (const DebyePole &pole : debye)
    sum += pole.delta / (1.0 + j * (2 * k_pi * f * pole.tau_s));
  for (const LorentzPole &pole : lorentz) {
    const double f0_squared = pole.f0_hz * pole.f0_hz;
    sum += pole.delta * f0_squared / (f0_squared - f * f + j * (f * pole.gamma_hz));
  }
  for (const DrudePole &pole : drude)
    sum -= pole.f_p_hz * pole.f_p_hz / (f * f - j * (f * pole.gamma_hz));
  return sum;
}

// A real tensor, a factor for it, a conductivity over omega and the vacuum's constant, poles.
ComplexTensor constant_at(const SymmetricTensor &instantaneous, std::complex<double> factor,
                          const SymmetricTensor &conductivity, double omega_vacuum,
                          std::complex<double> poles) {
  ComplexTensor result;
  for (int i = 0; i < 6; ++i)
    result[i] = instantaneous.v[i] * factor + (i < 3 ? poles : 0.0) -
                std::complex<double>(0, conductivity.v[i] / omega_vacuum);
  return result;
}

// The isotropic part of eps that depends on the frequency.
template <class Frequency>
std::complex<double> varying_eps(const Material &material, const Frequency &frequency_hz) {
  const std::complex<double> poles = material.eps_poles.at(frequency_hz);
  return material.spectral ? poles + material.spectral->at(frequency_hz) : poles;
}

// Adds what a complex frequency changes of the part of the conductivity at its real part.
ComplexTensor at_complex(ComplexTensor tensor, const SymmetricTensor &conductivity,
                         std::complex<double> frequency_hz, double vacuum) {
  const std::complex<double> change = 1.0 / frequency_hz - 1 / frequency_hz.real();
  for (int i = 0; i < 6; ++i)
    tensor[i] -= std::complex<double>(0, conductivity.v[i] / (2 * k_pi * vacuum)) * change;
  return tensor;
}

} // namespace

std::complex<double> Poles::at(double frequency_hz) const {
  return sum_at(*this, frequency_hz);
}

std::complex<double> Poles::at(std::complex<double> frequency_hz) const {
  return sum_at(*this, frequency_hz);
}

ComplexTensor permittivity(const Material &material, double frequency_hz) {
  return constant_at(material.eps_r, {1, -material.loss_tangent}, material.sigma,
                     2 * k_pi * frequency_hz * k_eps0, varying_eps(material, frequency_hz));
}

ComplexTensor permeability(const Material &material, double frequency_hz) {
  return constant_at(material.mu_r, 1, material.sigma_m, 2 * k_pi * frequency_hz * k_mu0,
                     material.mu_poles.at(frequency_hz));
}

ComplexTensor permittivity(const Material &material, std::complex<double> frequency_hz) {
  return at_complex(constant_at(material.eps_r, {1, -material.loss_tangent}, material.sigma,
                                2 * k_pi * frequency_hz.real() * k_eps0,
                                varying_eps(material, frequency_hz)),
                    material.sigma, frequency_hz, k_eps0);
}

ComplexTensor permeability(const Material &material, std::complex<double> frequency_hz) {
  return at_complex(constant_at(material.mu_r, 1, material.sigma_m,
                                2 * k_pi * frequency_hz.real() * k_mu0,
                                material.mu_poles.at(frequency_hz)),
                    material.sigma_m, frequency_hz, k_mu0);
}

} // namespace curlew
