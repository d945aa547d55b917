#pragma once

#include <curlew/methods/dgatd/problem.hpp>

#include <vector>

namespace curlew::dgatd {

// H at a point as a sum over tets.
struct MagneticStencil {
  std::vector<Index> tets;
  std::vector<double> weights;
};

// Returns the stencil of H at a point. H is constant in a tet and correct, to second order, at its
// barycentre alone. The tets around `node`, a node of `tet` that this rank owns, that have the same
// material and are joined to `tet` by faces which do not conduct, give a linear function by least
// squares; its value at the point is of second order. Where there are too few tets, or the fit
// would amplify their differences, the stencil is H of the tet itself.
MagneticStencil fit_magnetic(const Problem &problem, Index tet, Index node, const Point &point_m);

} // namespace curlew::dgatd
