#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <array>
#include <functional>
#include <vector>

namespace curlew::dgtd {

using VectorField = std::function<std::array<double, 3>(const Point &)>;

// Mode (1,1,1) of the unit cube in vacuum: E cos(omega t) and H sin(omega t).
struct CubeMode {
  double omega = 0;
  VectorField electric, magnetic;
};
CubeMode cube_mode();

// Returns the L2 projection of a field on the functions of each tet: unknowns in the order of the
// mesh.
std::vector<double> project(const Problem &problem, const VectorField &field);

// Returns |x_h - field| over |mode|, in L2.
double relative_error(const Problem &problem, const std::vector<double> &x, const VectorField &mode,
                      double factor);

} // namespace curlew::dgtd
