#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace curlew {

struct Energy {
  double electric = 0, magnetic = 0; // J
  double total() const { return electric + magnetic; }
};

// Named arrays of the unknowns of one rank.
using FieldState = std::map<std::string, std::vector<double>>;

// Name, in a state, of the sums on the surface of the far field.
inline constexpr const char *k_surface_sums = "surface_sums";

// E (V/m) and H (A/m) of every cell of one rank, [cell][component], both at the same time.
struct CellFields {
  std::vector<double> electric, magnetic;
};

// Values of the probes in consecutive steps, [step][point][component]. Points of other ranks are
// zero: the sum over all ranks is the field.
struct ProbeRows {
  int rows = 0;
  std::vector<double> electric, magnetic;
};

// The largest unknown of E on one rank: its size in the scheme's own unit (infinite if not finite),
// and its position: "the largest circulation of E, 3 V, is on the edge at (0, 0, 1) m in "air"".
struct LargestField {
  double size = 0;
  std::string text;
};

// One part of a step of one rank, for the tables of times: "faraday".
struct StepPart {
  std::string name;
  double minimum_bytes = 0; // per step
  double seconds = 0;       // seconds of all steps
};

struct StepTimes {
  std::int64_t steps = 0;
  std::vector<StepPart> parts;
};

} // namespace curlew
