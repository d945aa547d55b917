#pragma once

#include <curlew/core/mesh/topology.hpp>
#include <curlew/methods/dgtd/problem.hpp>

namespace curlew {
struct Boundary;
struct Case;
} // namespace curlew

namespace curlew::dgtd {

// Parts of the mesh, before conductors are taken out, that the search reads.
struct ImposedFaces {
  const Case &input;
  const TetMesh &mesh;
  const TetTopology &topology;
  const std::vector<const Boundary *> &of_face;
  const Boundary *rest;
  const std::vector<Index> &number; // number of each tet among those solved, -1: conductor
};

// Finds the imposed fields of a case. Throws InputError for a group that is not plane, and for
// faces that do not suit their profile.
std::vector<ImposedField> find_imposed_fields(const ImposedFaces &mesh, const Problem &problem);

// Load of an imposed field on the faces of one tet for a waveform of 1: on the equation of H,
// - integral of N . (n x E); and on the equation of E the penalty on the jump of E, penalty Y
// integral of N_t . E.
struct ImposedLoad {
  Index tet = 0;
  std::vector<double> magnetic, electric;
};
std::vector<ImposedLoad> imposed_loads(const Problem &problem, const ImposedField &field);

} // namespace curlew::dgtd
