#pragma once

#include <curlew/methods/fdfd/outputs/huygens_box.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>

#include <vector>

namespace curlew::fdfd {

// Returns J at the entries of E and M at those of H, as lattices that refer to the surface's
// values.
LatticeCurrents surface_currents(const HuygensSurface &surface);

// Returns the far field of the currents on the surface. It converges to the continuous one with the
// square of the cell size.
std::vector<FarField> far_field(const HuygensSurface &surface,
                                const std::vector<Direction> &directions, Backend backend);

} // namespace curlew::fdfd
