#pragma once

#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>

#include <cstdint>
#include <vector>

namespace curlew::fem {

// Returns 1 for the tets that conductors enclose: from their centroids at least three of four
// straight lines in all directions end on a conductor or an impedance. Magnetic walls, planes of
// symmetry and conductors in the planes at the ends of the mesh mirror the lines. [tet]; empty
// where there is none.
std::vector<std::uint8_t> shielded_tets(const Model &model, const AbsorbingLayers &layers,
                                        int threads);

} // namespace curlew::fem
