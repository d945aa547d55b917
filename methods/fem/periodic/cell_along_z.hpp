#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <cmath>
#include <optional>

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

} // namespace curlew::fem
