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

// Of type "port".
struct PortSpec {
  std::string kind;                         // as the case has it
  int index = 1;                            // i of S[i][j]
  std::optional<double> impedance_ohm = 50; // reference of S; none: that of its mode
  bool excited = false;
  std::optional<Vector3> direction; // of the voltage; none: the method's own
  std::optional<LumpedSpec> source; // none: `impedance_ohm`
  // Of wave ports.
  std::string mode;        // "TE10"; empty: the lowest
  int modes = 1;           // how many
  std::string definition;  // of the mode's impedance: "pi", "pv", "vi"
  std::string plus, minus; // groups of the conductors; empty: those found
  double deembed_m = 0;    // the reference plane lies so far inside
};

// Of type "impedance": a number, or that of a conductor.
struct SurfaceImpedanceSpec {
  std::optional<std::complex<double>> ohm;
  double sigma = 0, mu_r = 1; // S/m
  double roughness_m = 0;     // root mean square of heights
};

// Of type "pml": a layer inside of the mesh behind a face.
struct PmlSpec {
  std::optional<double> thickness_m;           // none: by the lowest frequency
  double order = 2;                            // of the profile
  std::optional<double> reflection, sigma_max; // one of them, or the method's own
  double kappa = 1, alpha = 0;                 // real stretch; S/m
  bool is_sphere = false;                      // else behind planes
  std::optional<Vector3> center_m;             // of a sphere; none: that of its points
};

// Of type "periodic".
struct PeriodicSpec {
  std::string with;                // the group of the other face
  std::optional<double> phase_deg; // from this one to that; none: by the plane wave
};

// Of type "imposed-field": the tangential E on a face.
struct ImposedFieldSpec {
  std::string profile = "uniform";  // or "coaxial", "parallel-plate"
  std::optional<Vector3> direction; // of E: uniform needs it; else from the conductor that is plus
  double amplitude = 1;             // peak: V/m of uniform, else V
  Waveform waveform;
};

struct Boundary {
  std::string
      group; // as the user wrote it: name or tag; "default" for all faces in no listed group
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
  // What the type has besides.
  std::optional<SurfaceImpedanceSpec> impedance = std::nullopt;
  std::optional<LumpedSpec> lumped = std::nullopt;
  std::optional<Vector3> lumped_direction = std::nullopt; // none: the method's own
  std::optional<PortSpec> port = std::nullopt;
  std::optional<PmlSpec> pml = std::nullopt;
  std::optional<PeriodicSpec> periodic = std::nullopt;
  std::optional<ImposedFieldSpec> imposed = std::nullopt;
  bool is_magnetic = false; // symmetry: PMC; else PEC
};

// Groups of a mesh.
std::vector<Boundary> read_boundaries(const nlohmann::ordered_json &node,
                                      const ReadContext &context);
// Conditions of the six faces of a grid, x-, x+, y-, y+, z-, z+, listed or by default.
std::vector<Boundary> read_grid_boundaries(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const std::vector<Boundary> &boundaries);

// Of a mesh: groups must have names.
void check_mesh_boundaries(CheckContext &context);
// Of a grid, after check_grid(): periods come in pairs, layers leave room; sets context.faces where
// they can be read.
void check_grid_boundaries(CheckContext &context);

std::string_view boundaries_schema_text();

} // namespace curlew
