#pragma once

#include <curlew/core/waveform.hpp>
#include <curlew/io/case/sections/boundaries/ports.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <complex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace curlew {

class CheckContext;

// Conditions of a boundary: a struct for each kind, with its word of "type" in the case and its
// values. PortSpec is that of ports (ports.hpp).

// Perfect electric conductor.
struct Pec {
  static constexpr std::string_view k_type = "pec";
};

// Perfect magnetic conductor.
struct Pmc {
  static constexpr std::string_view k_type = "pmc";
};

// Absorbing boundary condition.
struct Abc {
  static constexpr std::string_view k_type = "abc";
};

// A layer inside of the mesh along an outer face.
struct PmlSpec {
  static constexpr std::string_view k_type = "pml";
  std::optional<double> thickness_m;           // none: chosen by the lowest frequency
  double order = 2;                            // order of the profile
  std::optional<double> reflection, sigma_max; // one of them, or the method's own
  double kappa = 1, alpha = 0;                 // real stretch; S/m
  bool is_sphere = false;                      // else along planes
  std::optional<Vector3> center_m;             // centre of a sphere; none: that of its points
  bool is_of_grid = false;                     // values are those of "grid.pml" instead
};

// A face that is identified with another.
struct PeriodicSpec {
  static constexpr std::string_view k_type = "periodic";
  std::string with;                // the group of the other face; empty: the opposite one of a grid
  std::optional<double> phase_deg; // from this face to the other; none: by the plane wave
};

// A surface impedance: a number, or the impedance of a conductor.
struct SurfaceImpedanceSpec {
  static constexpr std::string_view k_type = "impedance";
  std::optional<std::complex<double>> ohm;
  double sigma = 0, mu_r = 1; // S/m
  double roughness_m = 0;     // root mean square of heights
  enum class Roughness { hammerstad, groiss } roughness_model = Roughness::hammerstad;
  double london_depth_m = 0; // of a superconductor; 0: none
  double thickness_m = 0;    // 0: much thicker than the fields reach
};

// A plane of symmetry.
struct SymmetrySpec {
  static constexpr std::string_view k_type = "symmetry";
  bool is_magnetic = false; // PMC; else PEC
  bool is_mirror = false;   // the structure goes on behind the plane as its mirror image
};

// A lumped element, spread over a face.
struct LumpedBoundarySpec {
  static constexpr std::string_view k_type = "lumped";
  LumpedSpec element;
  std::optional<Vector3> direction; // none: the method's own
  bool is_radial = false;           // from the inner arc of a ring to the outer one
};

// A face on which the tangential E is given.
struct ImposedFieldSpec {
  static constexpr std::string_view k_type = "imposed-field";
  std::string profile = "uniform"; // or "coaxial", "parallel-plate"
  // Direction of E: `uniform` needs it; otherwise from the conductor that is plus.
  std::optional<Vector3> direction;
  double amplitude = 1; // peak: V/m of uniform, else V
  Waveform waveform;
};

using BoundaryCondition =
    std::variant<Pec, Pmc, Abc, PmlSpec, PeriodicSpec, SurfaceImpedanceSpec, SymmetrySpec,
                 LumpedBoundarySpec, PortSpec, ImposedFieldSpec>;

struct Boundary {
  // Group as the user wrote it: name or tag; "default" for all faces in no listed group.
  std::string group;
  BoundaryCondition condition = Pec();
};

template <class Kind> bool holds(const Boundary &boundary) {
  return std::holds_alternative<Kind>(boundary.condition);
}

// Returns the values of a boundary of this kind; null for another kind.
template <class Kind> const Kind *spec_of(const Boundary &boundary) {
  return std::get_if<Kind>(&boundary.condition);
}

inline const PortSpec *port_of(const Boundary &boundary) {
  return spec_of<PortSpec>(boundary);
}

// Returns the word of "type".
std::string_view type_of(const Boundary &boundary);

// Key beside the groups of a mesh: says what surface groups without a condition are.
constexpr std::string_view k_unnamed_groups = "unnamed";

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
