#pragma once

#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/shared/surfaces/named_surface.hpp>

namespace curlew::fem {

// Returns the surface of outputs.far_field.surface; its faces and tets are those of the model.
// Throws InputError as find_named_surface() does, and for a face in an absorbing layer whose inner
// tet counts as outside of the layer.
NamedSurface named_surface_of(const Case &input, const Model &model, const AbsorbingLayers &layers);

} // namespace curlew::fem
