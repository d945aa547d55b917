#pragma once

#include <curlew/methods/shared/elements/fields.hpp>

#include <vector>

namespace curlew {

// The interpolant of a field by moments @cite nedelec1980 @cite nedelec1986: on each edge the
// moments of the tangential part against Legendre's polynomials, on each face against constants
// (per_face 2), constants and the position (3) or linear fields (6), on the tet against constants;
// all taken of the field's covariant components on the reference tet, so that curved tets need
// nothing else. Tets that share an edge or a face get the same values there. It reproduces the
// fields of the space, and gradients become gradients, so that E and curl E converge at the orders
// of the space.
class Interpolation {
public:
  // `degree`: degree of the rules for the moments.
  Interpolation(const ElementSpace &space, int degree);

  std::vector<std::complex<double>> of_tet(const TetShape &shape, const VectorField &field) const;

private:
  struct Moment { // sum over points of direction . E^
    std::vector<std::array<double, 4>> points;
    std::vector<std::array<double, 3>> weights; // times the direction
  };
  void add_edge_moments(const ElementSpace &space, int degree);
  void add_face_moments(const ElementSpace &space, int degree);
  void add_cell_moments(const ElementSpace &space, int degree);

  std::vector<Moment> moments_;
  std::vector<double> inverse_; // unknowns from moments, row by row
};

// Returns the unknowns of the whole mesh.
std::vector<std::complex<double>> interpolate(const TetMesh &mesh, const DofMap &map,
                                              const VectorField &field, int degree);

} // namespace curlew
