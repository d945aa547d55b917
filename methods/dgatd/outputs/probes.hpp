#pragma once

#include <curlew/methods/dgatd/source.hpp>

#include <vector>

namespace curlew::dgatd {

// Stencils by which the probes of a case read the fields, in the order of the case's probes and
// their points. Points of other ranks have tet -1.
struct Probes {
  std::vector<EdgeStencil> electric;
  std::vector<Index> magnetic; // tets
};

// Throws InputError, with its case location, for a probe outside of the mesh. Collective.
Probes find_probes(const Case &input, const Problem &problem);

} // namespace curlew::dgatd
