#pragma once

#include <curlew/core/waveform.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <complex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace curlew {

class CheckContext;

// E = polarization exp(-j k direction.r), in V/m, phasors of e^{+j omega t}.
struct PlaneWave {
  Vector3 direction{0, 0, 1};                                // direction of propagation, length 1
  std::array<std::complex<double>, 3> polarization{1, 0, 0}; // times the amplitude; transverse
  // Angles of incidence: direction = -r(theta, phi).
  double theta_deg = 180, phi_deg = 0;
  // Polarization as in the case: "theta", "phi", an angle from theta to phi, or "given".
  std::string pol;
};

// One wave, given by vectors of any length.
struct WaveVectors {
  Vector3 direction{0, 0, 1}, polarization{1, 0, 0}, polarization_imag{0, 0, 0};
};

// Direction of E across a wave: "theta", "phi", or the angle from the theta to the phi unit vector.
using WavePolarization = std::variant<std::string, double>;

// Waves from every direction with every polarization.
struct WaveAngles {
  std::vector<double> theta_deg, phi_deg;
  std::vector<WavePolarization> pol;
};

// In the time domain the wave exists only inside of a region and is radiated from its faces.
struct TotalFieldGroup {
  std::string name; // group of volumes of the mesh
};
struct TotalFieldBox {
  Vector3 min_m{0, 0, 0}, max_m{0, 0, 0};
};

struct PlaneWaveSource {
  std::variant<WaveVectors, WaveAngles> given;
  double amplitude_v_m = 1;
  std::optional<Waveform> waveform; // in the time domain, at the origin
  std::variant<std::monostate, TotalFieldGroup, TotalFieldBox> total_field;
  // Waves given by `given` and the amplitude: phi outermost, then theta.
  std::vector<PlaneWave> waves;
};

PlaneWaveSource read_plane_wave(const nlohmann::ordered_json &node, const ReadContext &context);
nlohmann::ordered_json to_json(const PlaneWaveSource &source);

// Direction, polarization, angles of the plane wave at a pointer.
void check_plane_wave(CheckContext &context, const std::string &pointer,
                      const nlohmann::ordered_json &value);
// Checks a key that is an angle, a list or a sweep of angles. Returns false for one that has been
// reported.
bool check_angles(CheckContext &context, const std::string &pointer);

} // namespace curlew
