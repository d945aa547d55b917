#include <curlew/io/case/build_rooms.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/io/case/sweeps.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

using nlohmann::ordered_json;
using Phasor = std::array<std::complex<double>, 3>;

constexpr double k_radian = k_pi / 180;
// A direction this close to the z axis has no phi.
constexpr double k_on_the_axis = 1e-12;

// Exact at multiples of 90 degrees, so that a wave along an axis has no part across it.
double cosine(double degrees) {
  const double turned = std::abs(std::remainder(degrees, 360.0));
  return turned == 90 ? 0 : turned == 180 ? -1 : std::cos(turned * k_radian);
}
double sine(double degrees) {
  return cosine(degrees - 90);
}

struct Polarization {
  std::string name;
  double angle_deg; // from the theta to the phi unit vector
};

Polarization polarization_of(const ordered_json &value) {
  if (value.is_number())
    return {fmt::format("{:.12g}", value.get<double>()), value.get<double>()};
  const auto name = value.get<std::string>();
  return {name, name == "phi" ? 90.0 : 0.0};
}

std::vector<Polarization> polarizations_of(const ordered_json &value) {
  std::vector<Polarization> result;
  if (!value.is_array())
    return {polarization_of(value)};
  for (const ordered_json &one : value)
    result.push_back(polarization_of(one));
  return result;
}

PlaneWave from_angles(double theta, double phi, const Polarization &pol, double amplitude) {
  const Vector3 theta_hat{cosine(theta) * cosine(phi), cosine(theta) * sine(phi), -sine(theta)};
  const Vector3 phi_hat{-sine(phi), cosine(phi), 0};
  PlaneWave wave;
  wave.direction = {-sine(theta) * cosine(phi), -sine(theta) * sine(phi), -cosine(theta)};
  for (int d = 0; d < 3; ++d)
    wave.polarization[d] =
        amplitude * (cosine(pol.angle_deg) * theta_hat[d] + sine(pol.angle_deg) * phi_hat[d]);
  wave.theta_deg = theta;
  wave.phi_deg = phi;
  wave.pol = pol.name;
  return wave;
}

// Length `amplitude`, no part along the direction.
Phasor transverse(Phasor e, const Vector3 &direction, double amplitude) {
  double largest = 0;
  for (const auto &x : e)
    largest = std::max({largest, std::abs(x.real()), std::abs(x.imag())});
  std::complex<double> along = 0;
  for (int d = 0; d < 3; ++d)
    along += (e[d] /= largest) * direction[d];
  double square = 0;
  for (int d = 0; d < 3; ++d)
    square += std::norm(e[d] -= along * direction[d]);
  for (auto &x : e)
    x *= amplitude / std::sqrt(square);
  return e;
}

PlaneWave from_vectors(const ordered_json &node, double amplitude) {
  PlaneWave wave;
  wave.direction = normalised(node["direction"].get<Vector3>());
  const auto real = node["polarization"].get<Vector3>();
  const auto imag = node.value("polarization_imag", Vector3{0, 0, 0});
  Phasor e;
  for (int d = 0; d < 3; ++d)
    e[d] = {real[d], imag[d]};
  wave.polarization = transverse(e, wave.direction, amplitude);
  const auto [x, y, z] = wave.direction;
  const double across = std::hypot(x, y);
  wave.theta_deg = std::atan2(across, -z) / k_radian;
  wave.phi_deg = across < k_on_the_axis ? 0 : std::atan2(-y, -x) / k_radian;
  if (wave.phi_deg < 0)
    wave.phi_deg += 360;
  wave.pol = "given";
  return wave;
}

} // namespace

std::vector<PlaneWave> build_waves(const ordered_json &node) {
  const double amplitude = node["amplitude"].get<double>();
  if (node.contains("direction"))
    return {from_vectors(node, amplitude)};
  std::vector<PlaneWave> waves;
  for (const double phi : sweep_values(node["phi"]))
    for (const double theta : sweep_values(node["theta"]))
      for (const Polarization &pol : polarizations_of(node["pol"]))
        waves.push_back(from_angles(theta, phi, pol, amplitude));
  return waves;
}

} // namespace curlew
