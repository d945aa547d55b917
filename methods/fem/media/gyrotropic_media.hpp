#pragma once

#include <curlew/core/gyrotropic.hpp>
#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>
#include <curlew/methods/shared/setup/material_length.hpp>

namespace curlew::fem {

// Returns true where a solved tet has a gyrotropic material: the matrix is then not symmetric.
bool has_gyrotropic_media(const Case &input, const Model &model);

// Throws InputError, in the name of the material, where an absorbing layer reaches into a
// gyrotropic medium: the stretch of such a tensor is not implemented.
void require_symmetric_layers(const Case &input, const Model &model, const AbsorbingLayers &layers);

// Throws InputError where a symmetry plane does not fit the static fields of the media. A mirror
// reverses the part of such a field that lies in its plane, so the image would be another medium.
void require_mirrored_fields(const Case &input, const Model &model);

// Returns the length that a mesh has to resolve: the shortest of those of the waves along and
// across the axis.
MaterialLength gyrotropic_length(const Material &material, const GyrotropicMedium &medium,
                                 double frequency_hz);

} // namespace curlew::fem
