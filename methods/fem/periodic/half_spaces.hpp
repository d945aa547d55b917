#pragma once

#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace curlew::fem {

// The medium in front of an absorbing layer at an end of a cell along z.
struct HalfSpace {
  Index material = -1; // position in Case::materials; -1: the layer holds several media
  bool is_vacuum = false;
  double free_m = 0;  // z from which on nothing but the medium lies, up to the layer
  double layer_m = 0; // z where the tets of the layer begin

  double thickness_m() const { return std::abs(layer_m - free_m); }
};

// A cell with two periods along the plane of x and y, and with layers across z at one end or both.
struct CellAlongZ {
  std::array<Point, 2> periods_m; // of the orders m and n: along x and y where they are such
  std::optional<HalfSpace> below, above;

  const std::optional<HalfSpace> &at(bool is_above) const { return is_above ? above : below; }
};

// Returns the cell of a model; none where its periods or its layers are others.
std::optional<CellAlongZ> cell_along_z(const Case &input, const Model &model,
                                       const AbsorbingLayers &layers);

// True where a plane wave comes from above, through vacuum, and another medium reaches into the
// layer below; false for the reverse; none for any other cell. The wave is given in the first
// half-space alone then, and the unknowns beyond are those of the total field.
std::optional<bool> is_lit_from_above(const CellAlongZ &cell);

// Returns 1 for the tets of the total field under such a wave: all but those in the half-space that
// the wave comes through. [tet]; empty: none.
std::vector<std::uint8_t> tets_of_total_field(const Case &input, const Model &model,
                                              const AbsorbingLayers &layers);

} // namespace curlew::fem
