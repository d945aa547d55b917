#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <array>
#include <vector>

namespace curlew::dgtd {

// Point of a quadrature rule on a face of a tet.
struct FacePoint {
  Point position_m{};
  Point normal{}; // out of the tet, of length 1
  double area_m2 = 0;
  std::vector<std::array<double, 3>> functions; // values of the tet's functions there, 1/m
};

// Returns the points of a rule that is exact for polynomials of this degree, on the face opposite
// the tet's ascending vertex `face`.
std::vector<FacePoint> face_points(const Problem &problem, Index tet, int face, int degree);

// Returns the nodes of the face opposite the ascending vertex `face`, ascending.
std::array<Index, 3> face_nodes(const Problem &problem, Index tet, int face);

} // namespace curlew::dgtd
