#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/methods/shared/elements/dof_map.hpp>
#include <curlew/methods/shared/ports/branches.hpp>
#include <curlew/methods/shared/ports/lumped_shape.hpp>
#include <curlew/methods/shared/ports/rectangular_mode.hpp>
#include <curlew/methods/shared/ports/second_mode.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// Ports and walls with an impedance on the mesh of a problem.
namespace curlew::dgtd {

// R, L and C of one square of a wall; absent ones are not given.
struct SquareNetwork {
  std::optional<double> resistance_ohm, inductance_h, capacitance_f;
  bool is_parallel = false;
};

// Returns the network's branches between E in V/m and J in A/m.
std::vector<Branch> branches_of(const SquareNetwork &network);

// Wall on which a current J = y(omega) (E - E_s) flows, both along it: an impedance, an element, or
// a lumped port with the field E_s of its source.
struct Sheet {
  SquareNetwork network;
  std::vector<FaceOfTet> faces;
};

// The field e of a port's mode: a struct for each way to find it.

// TEM: e = -grad of this potential, 1 V between the conductors: for each face its values at the
// corners by ascending number of the node and at the middles of the edges 01, 02, 12.
struct TemPotential {
  std::vector<std::array<double, 6>> potential;
};
// A mode of a rectangular guide times `scale`: e has an integral of |e|^2 of 1, so that V and J are
// amplitudes in the unit of E times a length.
struct ScaledMode {
  RectangularMode guide;
  double scale = 1;
};
// A lumped port: e points from minus to plus.
struct LumpedSheet {
  LumpedShape shape;
  int sheet = -1;         // its network, in Problem::sheets
  bool is_matched = true; // true: that network is a resistor of impedance_ohm
};

// Port with its face. Waves of wave ports enter through the flux: E_inc = V e.
struct Port {
  PortKind kind = PortKind::coaxial;
  std::string group, location; // in the case
  int index = 1;
  bool is_excited = false;
  std::optional<double> reference_ohm; // reference of S; none: `impedance_ohm`
  double deembed_m = 0;
  std::vector<FaceOfTet> faces;
  Point inwards{}, middle{}; // the normal into the domain
  double area_m2 = 0;
  std::uint16_t material = 0; // medium in front
  double impedance_ohm = 50;  // V+ / I+ that defines a and b: of the mode; lumped: of S
  std::variant<TemPotential, ScaledMode, LumpedSheet> mode;
  double norm = 0; // integral of |e|^2 over the face

  SecondMode second_mode{"", std::numeric_limits<double>::infinity()}; // infinity: not known

  const LumpedSheet *lumped() const { return std::get_if<LumpedSheet>(&mode); }
  bool is_wave() const { return lumped() == nullptr; }
  // Returns the mode of a guide; null for another port.
  const RectangularMode *guide() const {
    const auto *scaled = std::get_if<ScaledMode>(&mode);
    return scaled == nullptr ? nullptr : &scaled->guide;
  }
  // Returns the cutoff of the mode, in the medium in front, 1/m; TEM: 0.
  double cutoff_wavenumber() const { return guide() == nullptr ? 0 : guide()->cutoff(); }
};

} // namespace curlew::dgtd
