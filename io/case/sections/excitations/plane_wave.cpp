#include <curlew/io/case/sections/excitations/plane_wave.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/overloaded.hpp>
#include <curlew/io/case/sections/excitations/waveform_section.hpp>
#include <curlew/io/case/sections/sweep.hpp>

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

// Returns the angle from the theta to the phi unit vector.
double angle_of(const WavePolarization &pol) {
  return std::visit(Overloaded{[](const std::string &word) { return word == "phi" ? 90.0 : 0.0; },
                               [](double angle_deg) { return angle_deg; }},
                    pol);
}

std::string name_of(const WavePolarization &pol) {
  return std::visit(Overloaded{[](const std::string &word) { return word; },
                               [](double angle_deg) { return fmt::format("{:.12g}", angle_deg); }},
                    pol);
}

PlaneWave from_angles(double theta, double phi, const WavePolarization &pol, double amplitude) {
  const Vector3 theta_hat{cosine(theta) * cosine(phi), cosine(theta) * sine(phi), -sine(theta)};
  const Vector3 phi_hat{-sine(phi), cosine(phi), 0};
  const double turn = angle_of(pol);
  PlaneWave wave;
  wave.direction = {-sine(theta) * cosine(phi), -sine(theta) * sine(phi), -cosine(theta)};
  for (int d = 0; d < 3; ++d)
    wave.polarization[d] = amplitude * (cosine(turn) * theta_hat[d] + sine(turn) * phi_hat[d]);
  wave.theta_deg = theta;
  wave.phi_deg = phi;
  wave.pol = name_of(pol);
  return wave;
}

// Returns E with length `amplitude` and no part along the direction.
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

PlaneWave from_vectors(const WaveVectors &given, double amplitude) {
  PlaneWave wave;
  wave.direction = normalised(given.direction);
  Phasor e;
  for (int d = 0; d < 3; ++d)
    e[d] = {given.polarization[d], given.polarization_imag[d]};
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

std::vector<PlaneWave> waves_of(const PlaneWaveSource &source) {
  if (const auto *vectors = std::get_if<WaveVectors>(&source.given))
    return {from_vectors(*vectors, source.amplitude_v_m)};
  const auto &angles = std::get<WaveAngles>(source.given);
  std::vector<PlaneWave> waves;
  for (const double phi : angles.phi_deg)
    for (const double theta : angles.theta_deg)
      for (const WavePolarization &pol : angles.pol)
        waves.push_back(from_angles(theta, phi, pol, source.amplitude_v_m));
  return waves;
}

WavePolarization read_polarization(const ordered_json &value) {
  if (value.is_number())
    return value.get<double>();
  return value.get<std::string>();
}

ordered_json to_json(const WaveVectors &vectors) {
  ordered_json node = {{"direction", vectors.direction}, {"polarization", vectors.polarization}};
  if (vectors.polarization_imag != Vector3{0, 0, 0})
    node["polarization_imag"] = vectors.polarization_imag;
  return node;
}

ordered_json to_json(const WaveAngles &angles) {
  ordered_json node = {{"theta", sweep_to_json(angles.theta_deg, SweepBy::step)},
                       {"phi", sweep_to_json(angles.phi_deg, SweepBy::step)}};
  for (const WavePolarization &pol : angles.pol)
    std::visit([&](const auto &value) { node["pol"].push_back(value); }, pol);
  if (angles.pol.size() == 1) // waves in time take no list
    node["pol"] = ordered_json(node["pol"].front());
  return node;
}

} // namespace

PlaneWaveSource read_plane_wave(const ordered_json &node, const ReadContext &context) {
  PlaneWaveSource source;
  source.amplitude_v_m = node["amplitude"].get<double>();
  if (node.contains("direction")) {
    source.given =
        WaveVectors{node["direction"].get<Vector3>(), node["polarization"].get<Vector3>(),
                    node.value("polarization_imag", Vector3{0, 0, 0})};
  } else {
    WaveAngles angles{sweep_values(node["theta"]), sweep_values(node["phi"]), {}};
    const ordered_json &pol = node["pol"];
    if (pol.is_array())
      for (const ordered_json &one : pol)
        angles.pol.push_back(read_polarization(one));
    else
      angles.pol = {read_polarization(pol)};
    source.given = std::move(angles);
  }
  source.waves = waves_of(source);
  if (node.contains("waveform"))
    source.waveform = read_waveform(node["waveform"], context);
  if (node.contains("region"))
    source.total_field = TotalFieldGroup{node["region"].get<std::string>()};
  else if (node.contains("box"))
    source.total_field =
        TotalFieldBox{node["box"]["min"].get<Vector3>(), node["box"]["max"].get<Vector3>()};
  return source;
}

ordered_json to_json(const PlaneWaveSource &source) {
  ordered_json node = {{"type", "plane-wave"}};
  node.update(std::visit([](const auto &given) { return to_json(given); }, source.given));
  node["amplitude"] = source.amplitude_v_m;
  if (source.waveform)
    node["waveform"] = to_json(*source.waveform);
  std::visit(Overloaded{[](std::monostate) {},
                        [&](const TotalFieldGroup &group) { node["region"] = group.name; },
                        [&](const TotalFieldBox &box) {
                          node["box"] = {{"min", box.min_m}, {"max", box.max_m}};
                        }},
             source.total_field);
  return node;
}

} // namespace curlew
