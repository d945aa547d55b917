#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/ports/port_face.hpp>

namespace curlew::dgtd {

// Mesh before conductors are dropped, and the boundaries of its faces.
struct PortScene {
  const Case &input;
  const TetMesh &mesh;
  const TetTopology &topology;
  const std::vector<const Boundary *> &of_face;
  const Boundary *rest; // boundary of the faces that the case does not name
  const std::vector<std::uint8_t> &face_is_pec;
  const std::vector<Index> &number; // tet of the mesh -> of the problem, -1: not solved
};

// Fills Problem::ports, by their index, and Problem::sheets, and gives the faces of the problem
// their sheets. Throws InputError for a port that is not plane, has no solved volume in front or
// several media, or for a wave port with losses; for a coaxial port that is no ring, a TEM port
// without two conductors; for a direction that does not determine a sign; and for a wall without an
// impedance.
void find_ports(const PortScene &scene, Problem &problem);

// Finds the potential of 1 V on the first of both conductors, of least energy, by quadratic
// functions on the triangles of a port, and the integral of |grad|^2: Port::potential and norm.
void solve_potential(const PortFace &face, const std::vector<Conductor> &conductors, Port &port);

// Returns the field e of a port's mode, in V/m to a volt, on one of its faces (a position in
// Port::faces) at a point given by its barycentric coordinates, by ascending number of the node, as
// the face's corners.
Point mode_field(const Port &port, std::size_t face, const std::array<Point, 3> &corners,
                 const std::array<double, 3> &l);

} // namespace curlew::dgtd
