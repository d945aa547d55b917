#pragma once

#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/fem/ports/ports.hpp>

#include <string>
#include <vector>

namespace curlew::fem {

// Adds warnings of layers that reflect, of losses that slow solvers down, and of layers at the end
// of guides near their cutoff.
void add_layer_warnings(const Case &input, const Model &model, const AbsorbingLayers &layers,
                        const std::vector<Port> &ports, std::vector<std::string> &warnings);

} // namespace curlew::fem
