#pragma once

#include <curlew/io/case/case.hpp>

#include <string>

// Parts of cases in code that tests of several methods share.
namespace curlew::testing {

inline Material medium(const std::string &name, double eps_r = 1, double mu_r = 1,
                       double sigma = 0) {
  Material material;
  material.name = name;
  material.eps_r = SymmetricTensor::isotropic(eps_r);
  material.mu_r = SymmetricTensor::isotropic(mu_r);
  material.sigma = SymmetricTensor::isotropic(sigma);
  return material;
}

inline Waveform gaussian_derivative(double f_max_hz) {
  Waveform waveform;
  waveform.type = Waveform::Type::gaussian_derivative;
  waveform.f_max_hz = f_max_hz;
  return waveform;
}

} // namespace curlew::testing
