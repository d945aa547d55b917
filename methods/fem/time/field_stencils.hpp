#pragma once

#include <curlew/core/mesh/curved_locate.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fem/problem.hpp>

#include <vector>

namespace curlew::fem {

// A field at points as sums over unknowns: component d at point p is the sum over i of weights[(p
// per_point + i) 3 + d] x[unknowns[p per_point + i]]; unknown -1 adds nothing.
struct FieldStencils {
  int per_point = 0;
  std::vector<Index> unknowns;
  std::vector<double> weights;
  std::size_t points() const { return per_point == 0 ? 0 : unknowns.size() / per_point; }
};

// Stencils of E from its unknowns in V, and of H from the unknowns y of the integral of E over c t,
// in V m:
//   H = -curl y / (mu_r eta0).
// A point in a perfect conductor has no entries. Throws InputError for a point outside of the mesh.
struct ProbeStencils {
  FieldStencils electric, magnetic;
};
ProbeStencils probe_stencils(const Case &input, const Problem &problem,
                             const CurvedLocator &locator);

} // namespace curlew::fem
