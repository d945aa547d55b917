#include <curlew/methods/shared/time/loss_tangent_poles.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/fit_poles.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

namespace curlew {
namespace {

constexpr double k_decades = 100; // of a pulse without a lowest frequency: highest over lowest
constexpr int k_samples = 60;
constexpr int k_most_poles = 6;

std::array<double, 2> band_of(const Case &input, const Material &material) {
  const double high = highest_frequency_hz(input);
  if (high == 0)
    throw InputError(fmt::format("{}: in time a loss tangent is taken by poles over the "
                                 "frequencies of the case, which has none; give a \"waveform\" or "
                                 "\"frequency\"",
                                 input.where("/materials/" + material.name + "/loss_tangent")));
  double low = high;
  const auto include = [&](const Waveform &waveform) {
    const double lowest = waveform.lowest_frequency_hz();
    low = std::min(low, lowest > 0 ? lowest : high / k_decades);
  };
  for (const Excitation &excitation : input.excitations)
    if (const Waveform *waveform = waveform_of(excitation))
      include(*waveform);
  for (const auto &run : port_runs(input))
    for (const PortDrive &drive : run)
      include(drive.waveform);
  for (const double frequency : input.frequencies_hz)
    low = std::min(low, frequency);
  return {low < high ? low : high / 2, low < high ? high : high * 2};
}

} // namespace

LossTangentPoles fit_loss_tangent(const Case &input, const Material &material) {
  if (!material.eps_r.is_isotropic())
    throw InputError(fmt::format("{}: in time a loss tangent is taken by poles, which are "
                                 "isotropic, and \"{}\" has a tensor \"eps_r\"; give \"sigma\"",
                                 input.where("/materials/" + material.name + "/loss_tangent"),
                                 material.name));
  const auto [low, high] = band_of(input, material);
  const double eps = material.eps_r.v[0], phase = std::atan(material.loss_tangent);
  const double middle = std::sqrt(low * high);
  PermittivitySamples samples;
  for (int i = 0; i < k_samples; ++i) {
    const double f = low * std::pow(high / low, i / (k_samples - 1.0));
    samples.frequencies_hz.push_back(f);
    samples.eps.push_back(
        std::polar(eps / std::cos(phase) * std::pow(f / middle, -2 / k_pi * phase), -phase));
  }
  PoleFitOptions options;
  options.kinds = PoleKinds::debye;
  options.most_poles = k_most_poles;
  options.loss_floor = 0;
  const PoleFit fit = fit_poles(samples, options);
  LossTangentPoles result{material, low, high, 0, 0, 0};
  result.material.loss_tangent = 0;
  result.material.eps_r = SymmetricTensor::isotropic(fit.eps_inf);
  std::vector<DebyePole> &poles = result.material.eps_poles.debye;
  poles.insert(poles.end(), fit.poles.debye.begin(), fit.poles.debye.end());
  for (const double f : samples.frequencies_hz) {
    const std::complex<double> fitted = fit.eps_inf + fit.poles.at(f);
    result.loss_error = std::max(
        result.loss_error, std::abs(-fitted.imag() / fitted.real() / material.loss_tangent - 1));
  }
  result.low_eps = fit.eps_inf + fit.poles.at(low).real();
  result.high_eps = fit.eps_inf + fit.poles.at(high).real();
  return result;
}

std::vector<Material> materials_in_time(const Case &input) {
  std::vector<Material> materials = input.materials;
  for (Material &material : materials)
    if (material.loss_tangent != 0)
      material = fit_loss_tangent(input, material).material;
  return materials;
}

Case with_materials_in_time(const Case &input) {
  Case result = input;
  result.materials = materials_in_time(input);
  return result;
}

std::vector<std::string> loss_tangent_warnings(const Case &input) {
  std::vector<std::string> warnings;
  for (const Material &material : input.materials) {
    if (material.loss_tangent == 0)
      continue;
    const LossTangentPoles fit = fit_loss_tangent(input, material);
    warnings.push_back(fmt::format(
        "{}: the loss tangent of \"{}\" is taken by {} Debye poles from {:.4g} to {:.4g} Hz: "
        "within {:.2g} % of {:g}, with a permittivity from {:.5g} to {:.5g}, as causality asks; "
        "poles of your own take the place of this fit",
        input.where("/materials/" + material.name + "/loss_tangent"), material.name,
        fit.material.eps_poles.debye.size() - material.eps_poles.debye.size(), fit.low_hz,
        fit.high_hz, 100 * fit.loss_error, material.loss_tangent, fit.low_eps, fit.high_eps));
  }
  return warnings;
}

} // namespace curlew
