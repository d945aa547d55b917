#pragma once

#include <curlew/core/waveform.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <complex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

class CheckContext;

// Resistance, inductance and capacitance: those that are given, in series or in parallel.
struct LumpedSpec {
  std::optional<double> resistance_ohm, inductance_h, capacitance_f;
  bool is_parallel = false;
};

// Values of type "port".
struct PortSpec {
  std::string kind;                         // kind as in the case
  int index = 1;                            // i of S[i][j]
  std::optional<double> impedance_ohm = 50; // reference of S; none: the impedance of its mode
  bool excited = false;
  std::optional<Vector3> direction; // direction of the voltage; none: the method's own
  std::optional<LumpedSpec> source; // none: `impedance_ohm`
  // Values of wave ports.
  std::string mode;        // "TE10"; empty: the lowest
  int modes = 1;           // number of modes
  std::string definition;  // definition of the mode's impedance: "pi", "pv", "vi"
  std::string plus, minus; // groups of the conductors; empty: found by the method
  double deembed_m = 0;    // distance of the reference plane inside the port
};

// Values of type "impedance": a number, or the impedance of a conductor.
struct SurfaceImpedanceSpec {
  std::optional<std::complex<double>> ohm;
  double sigma = 0, mu_r = 1; // S/m
  double roughness_m = 0;     // root mean square of heights
};

// Values of type "pml": a layer inside of the mesh behind a face.
struct PmlSpec {
  std::optional<double> thickness_m;           // none: chosen by the lowest frequency
  double order = 2;                            // order of the profile
  std::optional<double> reflection, sigma_max; // one of them, or the method's own
  double kappa = 1, alpha = 0;                 // real stretch; S/m
  bool is_sphere = false;                      // else behind planes
  std::optional<Vector3> center_m;             // centre of a sphere; none: that of its points
};

// Values of type "periodic".
struct PeriodicSpec {
  std::string with;                // the group of the other face
  std::optional<double> phase_deg; // from this face to the other; none: by the plane wave
};

// Values of type "imposed-field": the tangential E on a face.
struct ImposedFieldSpec {
  std::string profile = "uniform"; // or "coaxial", "parallel-plate"
  // Direction of E: `uniform` needs it; otherwise from the conductor that is plus.
  std::optional<Vector3> direction;
  double amplitude = 1; // peak: V/m of uniform, else V
  Waveform waveform;
};

struct Boundary {
  // Group as the user wrote it: name or tag; "default" for all faces in no listed group.
  std::string group;
  enum class Type {
    pec,
    pmc,
    abc,
    pml,
    periodic,
    impedance,
    symmetry,
    lumped,
    port,
    imposed_field
  } type = Type::pec;
  // Values of the boundary's type.
  std::optional<SurfaceImpedanceSpec> impedance = std::nullopt;
  std::optional<LumpedSpec> lumped = std::nullopt;
  std::optional<Vector3> lumped_direction = std::nullopt; // none: the method's own
  std::optional<PortSpec> port = std::nullopt;
  std::optional<PmlSpec> pml = std::nullopt;
  std::optional<PeriodicSpec> periodic = std::nullopt;
  std::optional<ImposedFieldSpec> imposed = std::nullopt;
  bool is_magnetic = false; // symmetry: PMC; else PEC
};

// Reads the boundaries of the groups of a mesh.
std::vector<Boundary> read_boundaries(const nlohmann::ordered_json &node,
                                      const ReadContext &context);
// Conditions of the six faces of a grid, x-, x+, y-, y+, z-, z+, listed or by default.
std::vector<Boundary> read_grid_boundaries(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const std::vector<Boundary> &boundaries);

// Checks the boundaries of a mesh: groups must have names.
void check_mesh_boundaries(CheckContext &context);
// Checks the boundaries of a grid, after check_grid(): periods come in pairs, layers leave room.
// Sets context.faces where they can be read.
void check_grid_boundaries(CheckContext &context);

std::string_view boundaries_schema_text();

} // namespace curlew
