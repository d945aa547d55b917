#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/ports/port_face.hpp>

namespace curlew::dgtd {

// A mesh before conductors are dropped, and what its faces are.
struct PortScene {
  const Case &input;
  const TetMesh &mesh;
  const TetTopology &topology;
  const std::vector<const Boundary *> &of_face;
  const Boundary *rest; // of boundary faces that the case does not name
  const std::vector<std::uint8_t> &face_is_pec;
  const std::vector<Index> &number; // tet of the mesh -> of the problem, -1: not solved
};

// Fills Problem::ports, by their index, and Problem::sheets, and tells the faces of the problem
// their sheets. Throws InputError for a port that is not plane, has no solved volume in front or
// several media, of a wave port with losses; for a coaxial port that is no ring, a TEM port without
// two conductors; for a direction that cannot tell a sign; and for a wall without an impedance.
void find_ports(const PortScene &scene, Problem &problem);

// The potential of 1 V on the first of both conductors, of least energy, by quadratic functions on
// the triangles of a port, and the integral of |grad|^2: Port::potential and norm.
void solve_potential(const PortFace &face, const std::vector<Conductor> &conductors, Port &port);

// The field e of a port's mode, in V/m to a volt, on one of its faces (a position in Port::faces)
// at a point by its barycentric coordinates, by rising number of the node, as the face's corners.
Point mode_field(const Port &port, std::size_t face, const std::array<Point, 3> &corners,
                 const std::array<double, 3> &l);

} // namespace curlew::dgtd
