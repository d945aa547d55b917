#pragma once

#include <curlew/io/case/sections/reading.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace curlew {

// Resistance, inductance and capacitance: those that are given, in series or in parallel.
struct LumpedSpec {
  std::optional<double> resistance_ohm, inductance_h, capacitance_f;
  bool is_parallel = false;
};

enum class ModeFamily : std::uint8_t { te, tm };

// Mode of a guide with conducting walls. Rectangular: m half waves along the longer side, n along
// the shorter one; circular: m periods around the axis, n-th zero.
struct GuideMode {
  ModeFamily family = ModeFamily::te;
  int m = 1, n = 0;

  bool is_magnetic() const { return family == ModeFamily::tm; }
  std::string name() const; // "TE10"
};
inline bool operator==(const GuideMode &a, const GuideMode &b) {
  return a.family == b.family && a.m == b.m && a.n == b.n;
}
// Returns the mode of a name, "TE10" or "TM01"; none for another text.
std::optional<GuideMode> parse_guide_mode(std::string_view name);

enum class PortKind : std::uint8_t {
  coaxial,
  tem,
  parallel_plate,
  rectangular,
  circular,
  modal,
  lumped,
  gap
};
// Returns the word of "kind" in the case, and the kind of a word; none for another word.
std::string_view word_of(PortKind kind);
std::optional<PortKind> parse_port_kind(std::string_view word);

// Values of ports: a struct for each kind.

// Waves without a field along the line, between two conductors.
struct CoaxialPort {
  static constexpr PortKind k_kind = PortKind::coaxial;
};
struct TemPort {
  static constexpr PortKind k_kind = PortKind::tem;
};
struct ParallelPlatePort {
  static constexpr PortKind k_kind = PortKind::parallel_plate;
};

// A mode of a guide; none: the lowest.
struct RectangularPort {
  static constexpr PortKind k_kind = PortKind::rectangular;
  std::optional<GuideMode> mode;
};
struct CircularPort {
  static constexpr PortKind k_kind = PortKind::circular;
  std::optional<GuideMode> mode;
};

// A straight line on a port's face, from minus to plus.
struct VoltageLine {
  Vector3 start_m{}, stop_m{};
};

// Modes of any cross-section and filling.
struct ModalPort {
  static constexpr PortKind k_kind = PortKind::modal;
  int modes = 1;          // number of modes
  std::string definition; // definition of the mode's impedance: "pi", "pv", "vi"
  std::string signal{};   // group of the conductor of current and voltage
  std::optional<VoltageLine> voltage_line{};
};

// A source with an impedance, spread over a face or across a line; source none: the port's
// reference impedance.
struct LumpedPort {
  static constexpr PortKind k_kind = PortKind::lumped;
  std::optional<LumpedSpec> source;
  bool is_radial = false; // from the inner arc of a ring to the outer one
};
struct GapPort {
  static constexpr PortKind k_kind = PortKind::gap;
  std::optional<LumpedSpec> source;
};

using PortForm = std::variant<CoaxialPort, TemPort, ParallelPlatePort, RectangularPort,
                              CircularPort, ModalPort, LumpedPort, GapPort>;

// A port: a kind of boundary.
struct PortSpec {
  static constexpr std::string_view k_type = "port";
  PortForm form;
  int index = 1;                            // i of S[i][j]
  std::optional<double> impedance_ohm = 50; // reference of S; none: the impedance of its mode
  bool excited = false;
  std::optional<Vector3> direction; // direction of the voltage; none: the method's own
  double deembed_m = 0;             // distance of the reference plane inside of a wave port

  PortKind kind() const;
  int mode_count() const;           // number of modes that are excited and observed
  const LumpedSpec *source() const; // R, L and C of the source; null where none are given
};

} // namespace curlew
