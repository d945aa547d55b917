#pragma once

#include <curlew/methods/dgtd/places.hpp>
#include <curlew/methods/dgtd/waves/total_field.hpp>
#include <curlew/methods/shared/far_field/surface_currents.hpp>

#include <complex>
#include <vector>

namespace curlew::dgtd {

// Points of quadrature on the faces from which the far field is computed, in vacuum: those of the
// region of a plane wave, on the side of the scattered fields outside; without a wave those in
// front of the absorbing layers, half from either side, and absorbing walls; or those of a group of
// triangles.
struct HuygensSurface {
  std::vector<ProbeStencil> stencils;
  std::vector<Point> positions_m, normals; // outward unit normals
  std::vector<double> areas_m2;

  std::size_t size() const { return stencils.size(); }
};

// Finds the surface of the far field; empty without outputs.far_field and outputs.rcs. Throws
// InputError, with its case location, where no such face exists, where the faces leave a gap that
// no image plane of the case closes, where they are not in vacuum, where a current flows outside of
// them or a named surface lies in the total field of a wave; and what find_named_surface() does.
HuygensSurface find_huygens_surface(const Case &input, const Problem &problem,
                                    const std::vector<TotalFieldWave> &waves);

// Returns J = n x H and M = -n x E. `sums`: E at all points and then H, [point][component].
SurfaceCurrents currents_on(const HuygensSurface &surface,
                            const std::vector<std::complex<double>> &sums, double wavenumber);

} // namespace curlew::dgtd
