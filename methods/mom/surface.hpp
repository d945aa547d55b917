#pragma once

#include <curlew/core/mesh/surface_topology.hpp>
#include <curlew/methods/mom/integrals/face.hpp>

#include <array>
#include <vector>

namespace curlew::mom {

// The basis function of @cite rao1982 on two faces that share an edge of length l: a current
// l / 2A (r - v) away from the corner v of the first face, and l / 2A (v' - r) towards that of the
// second, of faces with areas A; 1 A/m flows across the edge for a coefficient of 1 A/m.
struct BasisFunction {
  std::array<Index, 2> face;
  std::array<int, 2> corner; // of the faces, opposite to the edge
  double length_m = 0;
  Index edge = 0;
};

// The part of a basis function on one face.
struct Half {
  Index basis = 0;
  double weight = 0; // the edge's length, m; negative on the second face
};

// Conducting surfaces as the method sees them: faces, and basis functions numbered by their first
// face.
struct Surface {
  TriMesh mesh;
  SurfaceTopology topology;
  std::vector<Face> faces;
  std::vector<BasisFunction> basis;
  // Halves at corner i of face f: halves[slot_offset[3 f + i]] ... [slot_offset[3 f + i + 1] - 1].
  // Usually one; none at a boundary; one less than the faces at an edge where several meet.
  std::vector<Index> slot_offset;
  std::vector<Half> halves;
  bool is_closed = false; // every part

  Index face_count() const { return static_cast<Index>(faces.size()); }
  Index unknowns() const { return static_cast<Index>(basis.size()); }
};

// Normals agree across edges, and point outwards of closed parts. An edge of n faces has n - 1
// basis functions, each between the first face and another one: the currents of any n - 1 faces
// decide that of the last. Throws InputError for a surface with one side only, and for one without
// any edge between two faces.
Surface make_surface(TriMesh mesh, int threads = 0);

double mean_edge_m(const Surface &surface);

} // namespace curlew::mom
