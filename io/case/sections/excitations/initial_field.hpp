#pragma once

#include <curlew/core/waveform.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <optional>
#include <string>

namespace curlew {

class CheckContext;

// Fields at t = 0: a mode of the box that the mesh fills, or formulas in x, y, z.
struct InitialFieldSource {
  std::string mode;         // "TE101"; empty: formulas
  double amplitude_v_m = 1; // amplitude of a mode: its largest |E|
  // Formulas by component, V/m and A/m; "0" for components that the case does not give.
  std::array<std::string, 3> electric{"0", "0", "0"}, magnetic{"0", "0", "0"};
  std::optional<Waveform> waveform; // always empty; all excitations have this member
};

// Half waves along x, y and z of the numbers in "TE101".
struct BoxModeNumbers {
  bool is_magnetic = false; // TM
  std::array<int, 3> count{};
};
// Returns nothing for a text that names no mode.
std::optional<BoxModeNumbers> parse_box_mode(const std::string &text);

InitialFieldSource read_initial_field(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const InitialFieldSource &source);

// Checks mode and formulas of the initial field at a pointer.
void check_initial_field(CheckContext &context, const std::string &pointer);

} // namespace curlew
