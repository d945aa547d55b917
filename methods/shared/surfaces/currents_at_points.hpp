#pragma once

#include <curlew/methods/shared/far_field/surface_currents.hpp>

namespace curlew {

// Returns the currents at the points of a surface with positions_m, areas_m2 and normals;
// `at(i, n, J, M)` sets those at point i with the normal n.
template <class Surface, class At>
SurfaceCurrents currents_at_points(const Surface &surface, double wavenumber, const At &at) {
  SurfaceCurrents currents;
  currents.positions_m = surface.positions_m;
  currents.areas_m2 = surface.areas_m2;
  currents.wavenumber = wavenumber;
  for (std::size_t i = 0; i < surface.size(); ++i) {
    ComplexVector J, M;
    at(i, surface.normals[i], J, M);
    currents.J.push_back(J);
    currents.M.push_back(M);
  }
  return currents;
}

} // namespace curlew
