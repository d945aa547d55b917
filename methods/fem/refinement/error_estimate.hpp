#pragma once

#include <curlew/methods/fem/outputs/fields.hpp>

namespace curlew::fem {

// What a solution misses, tet by tet: jumps of what is continuous in theory across the faces of
// tets, the part of the residual that dominates with edge elements @cite beck2000,
//   eta_T^2 = 1/2 sum over faces of h_F integral of
//             mu_F |n x [mu_r^-1 curl E]|^2 + k0^2 / eps_F |n . [eps_r E]|^2,
// h_F the longest edge, mu_F and eps_F means over both sides, [.] the difference between them; at
// magnetic walls that to the image. Conductors, sheets, absorbing walls and ports count nothing,
// and absorbing layers nor. Of the total field.
struct ErrorEstimate {
  std::vector<double> squared; // eta_T^2 of each tet of the mesh, over the energy below
  double relative = 0;         // root of its sum: over that of curl E.mu^-1 curl E + k0^2 E.eps E
};
ErrorEstimate estimate_error(const Fields &fields, const Media &media);

// The mesh of the next pass: bisected in three rounds, in each the half of `fraction` of the solved
// tets that has the largest errors, of children those to be expected: for elements of order p and
// smooth fields eta_T^2 falls with V^(1 + 2p/3). So tets at singular edges are cut several times,
// others once, and with a fraction of 0.2 unknowns about double.
TetMesh refined_mesh(const Problem &problem, const std::vector<double> &squared, double fraction);

} // namespace curlew::fem
