#pragma once

#include <curlew/methods/fem/ports/circular_modes.hpp>
#include <curlew/methods/fem/ports/port_section.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/shared/ports/power_waves.hpp>

#include <complex>
#include <memory>
#include <string>
#include <vector>

namespace curlew::fem {

// A port of a case on its mesh, without the data that depend on the unknowns.
struct Port {
  const Boundary *boundary = nullptr;
  std::vector<std::size_t> terms; // positions in Model::terms
  Point normal{}, middle{};       // normal and middle of the port's plane
  double area_m2 = 0;
  // lumped: length along the direction and width across it; rectangular: the longer and the shorter
  // side.
  double length_m = 0, width_m = 0;
  // rectangular: a corner, and unit vectors along both sides; circular: the centre, and unit
  // vectors at phi = 0 and 90 degrees.
  Point corner{}, along{}, across{};
  bool is_magnetic = false; // rectangular: mode TM; else TE
  int m = 1, n = 0;         // rectangular: indices of the mode
  double radius_m = 0;      // circular
  CircularMode circular;
  double coaxial_radii_m[2] = {0, 0};
  std::shared_ptr<const PortSection> section; // modal

  const PortSpec &spec() const { return *port_of(*boundary); }
  bool is_tem() const {
    return spec().kind == "coaxial" || spec().kind == "tem" || spec().kind == "parallel-plate";
  }
  // Returns true for a port with one analytic mode of a guide with conducting walls.
  bool is_guide() const { return spec().kind == "rectangular" || spec().kind == "circular"; }
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
  double impedance_ohm = 0;        // impedance of the mode; reference impedance of a lumped port
};
// Returns the wave admittance and the constant of propagation. For a modal port they are those of
// the first mode ((e, h~) / (e, e) of the face, on which the field of the mode itself may vary). A
// lumped port has the admittance of its source. Throws InputError where the mode is below its
// cutoff, and for a source that is a short at the frequency.
PortWave wave_of(const Case &input, const Model &model, const Port &port, double frequency_hz);
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
// Returns the field of a port that is not modal; the modes of modal ports depend on the frequency
// (PortSection).
PortField field_of(const Problem &problem, const Port &port);

} // namespace curlew::fem
