#pragma once

#include <curlew/methods/dgtd/places.hpp>
#include <curlew/methods/dgtd/waves/total_field.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace curlew::dgtd {

// Name, in a state, of the sums of fields at the points of fluxes.
inline constexpr const char *k_flux_sums = "flux_sums";

// Points of quadrature on the surfaces of outputs.flux: the power through a surface is the sum of E
// x H . area over its points, with the fields of the point's tet. The tets cut a plane or the faces
// of a box into polygons, whose rule is exact for the product of two functions; a group of the mesh
// has the rule of its triangles. Faces between two tets count half from either side. On conducting
// and magnetic walls nothing flows.
struct FluxPoints {
  std::vector<ProbeStencil> stencils;
  std::vector<Point> areas_m2; // normal vectors of the length of the area
  // first[s] and first[s + 1] bound the points of surface s.
  std::vector<std::size_t> first{0};
  std::vector<std::string> texts; // texts of the surfaces, for the log

  std::size_t size() const { return stencils.size(); }
  std::size_t surfaces() const { return first.size() - 1; }
};

// Finds the points of all surfaces of outputs.flux. Throws InputError, with its case location, for
// a plane or a box that reaches out of the mesh, for a group that is no surface with two sides, and
// for a case that takes several runs.
FluxPoints find_flux_points(const Case &input, const Problem &problem);

// Returns warnings of surfaces that a current passes through or touches, that lie in a layer, or
// that mix the total and the scattered fields of a wave. Collective.
std::vector<std::string> flux_warnings(const Case &input, const Problem &problem,
                                       const FluxPoints &points, const std::vector<Source> &sources,
                                       const std::vector<TotalFieldWave> &waves);

} // namespace curlew::dgtd
