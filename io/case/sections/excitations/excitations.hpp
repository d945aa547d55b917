#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/waveform.hpp>
#include <curlew/io/case/sections/excitations/initial_field.hpp>
#include <curlew/io/case/sections/excitations/plane_wave.hpp>

#include <array>
#include <optional>
#include <string_view>

namespace curlew {

// Position of a current: at a point, in a volume of the mesh, or in a box of the grid.
struct CurrentPoint {
  Vector3 position_m{0, 0, 0};
};
struct CurrentGroup {
  std::string name;
};
struct CurrentBox {
  Vector3 min_m{0, 0, 0}, max_m{0, 0, 0};
};

// An impressed electric current.
struct CurrentSource {
  std::variant<CurrentPoint, CurrentGroup, CurrentBox> extent;
  Vector3 direction{0, 0, 1};       // normalised on loading
  double amplitude = 1;             // A m of a point, else A/m^2
  std::optional<Waveform> waveform; // in the time domain
};

// Wave that enters by a port.
struct PortFeed {
  int port = 1;           // its index
  double amplitude_v = 1; // peak of the incident voltage
  double phase_deg = 0;   // at a frequency
};

// Waves that enter by ports of "boundaries": at a frequency together, in time by one.
struct PortSource {
  std::vector<PortFeed> feeds;      // one at least
  bool is_in_time = false;          // the two below are used, and phases are not
  double delay_s = 0;               // added to the waveform's own
  std::optional<Waveform> waveform; // none: the method's own, over the frequencies of the case
  // Antenna of a finite array, from 0; none: all.
  std::optional<std::array<Index, 2>> element;
};

struct Excitation {
  std::string name;
  std::variant<CurrentSource, PlaneWaveSource, PortSource, InitialFieldSource> source;
};

// Returns the waveform of an excitation in the time domain; null where the case gives none.
const Waveform *waveform_of(const Excitation &excitation);
// Returns the file of samples that its waveform reads; empty: none.
std::string waveform_file(const Excitation &excitation);

std::vector<Excitation> read_excitations(const nlohmann::ordered_json &node,
                                         const ReadContext &context);
nlohmann::ordered_json to_json(const std::vector<Excitation> &excitations);

// Returns the highest frequency of the waveforms; 0 without one.
double highest_frequency_hz(const std::vector<Excitation> &excitations);

// Checks names, positions, units of amplitudes, waveforms and plane waves. To be called after
// check_grid() on a grid.
void check_excitations(CheckContext &context);

std::string_view excitations_schema_text();

} // namespace curlew
