#pragma once

#include <curlew/methods/fem/outputs/fields.hpp>

#include <functional>
#include <vector>

namespace curlew::fem {

// Error of a solution, tet by tet, from the jumps across the faces of tets of quantities that are
// continuous in theory. They are the part of the residual that dominates with edge elements
// @cite beck2000,
//   eta_T^2 = 1/2 sum over faces of h_F integral of
//             mu_F |n x [mu_r^-1 curl E]|^2 + k0^2 / eps_F |n . [eps_r E]|^2,
// with h_F the longest edge, mu_F and eps_F means over both sides, and [.] the difference between
// the sides; at magnetic walls the difference to the image. Conductors, sheets, absorbing walls
// and absorbing layers contribute nothing; faces of ports the jumps of n . [eps_r E] in their plane
// across the edges between them, h^2 times the integral over the edge. The field is the total
// field.
struct ErrorEstimate {
  std::vector<double> squared; // eta_T^2 of each tet of the mesh, over the energy below
  // Root of their sum; the energy is that of curl E.mu^-1 curl E + k0^2 E.eps E.
  double relative = 0;
};
ErrorEstimate estimate_error(const Fields &fields, const Media &media);

// Marks of the next mesh.
struct MeshGrowth {
  double fraction = 0.2; // share of the solved tets that is marked
  double most = 0;       // unknowns that the next mesh may have
  // Returns the unknowns of a mesh.
  std::function<double(const TetMesh &)> unknowns;
};

// Returns the mesh of the next pass. The mesh is bisected in three rounds. Each round takes the
// half of the fraction of the solved tets that has the largest errors; children have the errors
// expected of them: for elements of order p and smooth fields eta_T^2 falls with V^(1 + 2p/3). Tets
// at singular edges are thus cut several times, others once. Bisection cuts further tets, which
// keep the mesh conforming: where the unknowns would exceed MeshGrowth::most the fraction is made
// smaller, down to one tet to a round.
TetMesh refined_mesh(const Problem &problem, const std::vector<double> &squared,
                     const MeshGrowth &growth);

} // namespace curlew::fem
