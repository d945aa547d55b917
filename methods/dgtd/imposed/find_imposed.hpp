#pragma once

#include <curlew/core/mesh/topology.hpp>
#include <curlew/methods/dgtd/problem.hpp>

namespace curlew {
struct Boundary;
struct Case;
} // namespace curlew

namespace curlew::dgtd {

// What the search reads of the mesh before conductors are taken out.
struct ImposedFaces {
  const Case &input;
  const TetMesh &mesh;
  const TetTopology &topology;
  const std::vector<const Boundary *> &of_face;
  const Boundary *rest;
  const std::vector<Index> &number; // of each tet among those solved, -1: conductor
};

// Throws InputError for a group that is not plane, and for faces that are not what their profile
// needs.
std::vector<ImposedField> find_imposed_fields(const ImposedFaces &mesh, const Problem &problem);

// Of the faces of one tet and a waveform of 1: what the equation of H gets, - integral of
// N . (n x E); and the penalty on the jump of E in the equation of E, penalty Y integral of
// N_t . E.
struct ImposedLoad {
  Index tet = 0;
  std::vector<double> magnetic, electric;
};
std::vector<ImposedLoad> imposed_loads(const Problem &problem, const ImposedField &field);

} // namespace curlew::dgtd
