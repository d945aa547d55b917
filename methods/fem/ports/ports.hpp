#pragma once

#include <curlew/methods/fem/ports/port_section.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/shared/ports/power_waves.hpp>
#include <curlew/methods/shared/ports/rectangular_mode.hpp>

#include <complex>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace curlew::fem {

// What the fields of a port take from its face: a struct for each way to find them.

// The modes of any cross-section, which depend on the frequency.
using ModalSection = std::shared_ptr<const PortSection>;
// The potential between two conductors; where one of them is an impedance, the first mode.
struct TemLine {
  std::optional<PortRing> ring; // coaxial
  ModalSection lossy;           // null between perfect conductors
};
// A mode of a circular guide, with unit vectors at phi = 0 and 90 degrees.
struct CircularGuide {
  PortDisc disc;
  Point along{}, across{};
  GuideMode mode;
};
// The field lines of a lumped sheet.
struct LumpedFaces {
  LumpedShape shape;
  double impedance_ohm = 50; // reference of S
};

// A port of a case on its mesh, without the data that depend on the unknowns.
struct Port {
  const Boundary *boundary = nullptr;
  std::vector<std::size_t> terms; // positions in Model::terms
  Point normal{}, middle{};       // normal and middle of the port's plane
  double area_m2 = 0;
  std::variant<TemLine, RectangularMode, CircularGuide, ModalSection, LumpedFaces> shape;

  const PortSpec &spec() const { return *port_of(*boundary); }
  bool is_tem() const { return std::holds_alternative<TemLine>(shape); }
  const LumpedFaces *lumped() const { return std::get_if<LumpedFaces>(&shape); }
  // Returns the cross-section whose modes are the port's, of a modal port or a lossy line; null for
  // another.
  const PortSection *section() const {
    if (const auto *line = std::get_if<TemLine>(&shape))
      return line->lossy.get();
    const auto *modal = std::get_if<ModalSection>(&shape);
    return modal == nullptr ? nullptr : modal->get();
  }
  // Returns true where the amplitude of the port's wave is a voltage.
  bool has_voltage() const { return is_tem() || lumped() != nullptr; }
};

// Returns the ports of a case by their index. Throws InputError for a port that is not plane, a
// coaxial one that is no ring, a rectangular one that is no rectangle, a circular one that is no
// disc, a direction out of the plane of a lumped one, a port in front of an anisotropic or
// non-uniform medium, and what check_rim() (port_rims.hpp) does.
std::vector<Port> find_ports(const Case &input, const Model &model);

// Wave data of a port at a frequency.
struct PortWave {
  std::complex<double> admittance; // relative wave admittance eta0 / Z of the mode
  std::complex<double> constant;   // constant of propagation, beta in 1/m; lumped: 0
  // Impedance Z of the mode, at which V I* / 2 is its power; reference impedance of a lumped port.
  // A TEM mode has none here: its Z follows from its field, eta0 / (admittance |e|^2).
  std::complex<double> impedance_ohm;
};
// Returns the wave admittance and the constant of propagation. For a modal port and a lossy line
// they are those of the first mode ((e, h~) / (e, e) of the face, on which the field of the mode
// itself may vary). A lumped port has the admittance of its source. Throws InputError where the
// mode is below its cutoff, and for a source that is a short at the frequency.
PortWave wave_of(const Case &input, const Model &model, const Port &port,
                 std::complex<double> frequency_hz);
// Returns false where the first mode of a guide or a section is below its cutoff.
bool first_mode_travels(const Case &input, const Model &model, const Port &port,
                        double frequency_hz);
// Returns a warning where the walls of a rectangular or circular port change its mode; else an
// empty string.
std::string wall_warning(const Case &input, const Model &model, const Port &port,
                         double frequency_hz);
// Returns a warning where another mode can travel as well; else an empty string.
std::string second_mode_warning(const Case &input, const Model &model, const Port &port,
                                double frequency_hz);

// The field e of a port's mode on its face, in the unknowns, with the vectors that excite and
// observe it: with B the face's matrix of products, B e and |e|^2 = e.B e. TEM and lumped fields
// are of 1 V, others have |e|^2 = 1.
//
// TEM: e = -grad V, V the potential between two conductors in the space's own scalar functions, G^T
// B G V = 0: the discrete field of least energy. Others: e is the field of the space closest to the
// analytic one, B e = (e, phi).
struct PortField {
  std::vector<Index> unknowns;
  std::vector<double> e, load; // e and B e
  double norm = 0;             // e.B e
};
// Returns the field of a port without a section(), whose modes depend on the frequency
// (PortSection).
PortField field_of(const Problem &problem, const Port &port);

} // namespace curlew::fem
