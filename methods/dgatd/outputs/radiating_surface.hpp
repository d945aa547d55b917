#pragma once

#include <curlew/methods/dgatd/source.hpp>
#include <curlew/methods/shared/far_field/surface_currents.hpp>

#include <cstdint>
#include <vector>

namespace curlew::dgatd {

// The absorbing faces as the surface of the far field: they enclose the mesh, together with the
// image planes of the case. There n x H = -E_t / eta0 holds, so that E alone gives both currents,
// at the same time. A rank has the faces whose lowest node it owns, one point each.
struct RadiatingSurface {
  // Stencils of E at the barycentres.
  std::vector<EdgeStencil> stencils;
  std::vector<std::array<double, 3>> positions_m;
  std::vector<std::array<double, 3>> normals; // outwards
  std::vector<double> areas_m2;
  // Keys of the faces in the whole mesh: 4 tet + opposite node.
  std::vector<std::int64_t> keys;

  std::size_t size() const { return stencils.size(); }
};

// Returns the radiating surface; empty without outputs.far_field. Throws InputError, with its case
// location, where no face absorbs, where the faces leave a gap that no image plane of the case
// closes, and where the medium behind them is not vacuum. Collective.
RadiatingSurface find_radiating_surface(const Case &input, const Problem &problem);

// Returns J = -E_t / eta0 and M = -n x E on this rank's faces. `electric`: phasors of E,
// [face][component].
SurfaceCurrents currents_on(const RadiatingSurface &surface,
                            const std::vector<std::complex<double>> &electric, double wavenumber);

} // namespace curlew::dgatd
