#pragma once

#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace curlew::fem {

// Returns the cell of a model; none where its periods or its layers are others.
std::optional<CellAlongZ> cell_along_z(const Case &input, const Model &model,
                                       const AbsorbingLayers &layers);

// True where a plane wave comes from above, through vacuum, and another medium reaches into the
// layer below; false for the reverse; none for any other cell. The wave is given in the first
// half-space alone then, and the unknowns beyond are those of the total field.
std::optional<bool> is_lit_from_above(const CellAlongZ &cell);

// Returns 1 for the tets of the total field under such a wave: all but those in the half-space that
// the wave comes through, by the model's cell. [tet]; empty: none.
std::vector<std::uint8_t> tets_of_total_field(const Model &model);

} // namespace curlew::fem
