#pragma once

#include <curlew/methods/dgatd/problem.hpp>

#include <vector>

namespace curlew::dgatd {

// H at a point as a sum over tets.
struct MagneticStencil {
  std::vector<Index> tets;
  std::vector<double> weights;
};

// H is constant in a tet and right, to second order, at its barycentre alone. Of the tets around
// `node`, a node of `tet` that this rank owns, those of the same material that hang together with
// it by faces which do not conduct give the linear function that fits them best; its value at the
// point is of second order. Where they are too few, or the fit would blow up what they differ by,
// it is H of the tet itself.
MagneticStencil fit_magnetic(const Problem &problem, Index tet, Index node, const Point &point_m);

} // namespace curlew::dgatd
