#pragma once

#include <curlew/core/gyrotropic.hpp>
#include <curlew/methods/fem/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>
#include <curlew/methods/shared/run/material_length.hpp>

namespace curlew::fem {

// Whether a solved tet has a gyrotropic material: then the matrix is not symmetric.
bool has_gyrotropic_media(const Case &input, const Model &model);

// Throws InputError, in the name of the material, where an absorbing layer reaches into a
// gyrotropic medium: what layers make of such tensors is not worked out.
void require_symmetric_layers(const Case &input, const Model &model, const AbsorbingLayers &layers);

// Throws InputError where a wall of symmetry is not one of the static fields: a mirror turns round
// the part of such a field that lies in its plane, so that the image would be another medium.
void require_mirrored_fields(const Case &input, const Model &model);

// The length that a mesh has to resolve, of the waves along and across the axis: the shortest.
MaterialLength gyrotropic_length(const Material &material, const GyrotropicMedium &medium,
                                 double frequency_hz);

} // namespace curlew::fem
