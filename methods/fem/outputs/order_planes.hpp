#pragma once

#include <curlew/methods/fem/periodic/half_spaces.hpp>
#include <curlew/methods/shared/elements/element_space.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace curlew::fem {

// Where the orders that leave on one side are measured: in the medium between the structure and the
// absorbing layer.
struct OrderSide {
  double plane_m = 0; // z at which the amplitudes have their phases
  HalfSpace space;
  std::vector<Index> tets; // tets with a part in the medium's free interval

  double low_m() const { return std::min(space.free_m, space.layer_m); }
  double high_m() const { return std::max(space.free_m, space.layer_m); }
  // Weight of the fields at a height: a polynomial that is 0 with its slope at both ends of the
  // interval, with the mean 1.
  double weight(double z_m) const;
};

// The sides of a periodic cell; none where a wall ends the cell.
struct OrderPlanes {
  std::array<Point, 2> periods_m{}; // of m and n
  std::optional<OrderSide> below, above;

  const std::optional<OrderSide> &at(bool is_above) const { return is_above ? above : below; }
  double cell_m2() const;
};

// Returns the planes of outputs.diffraction: those of the case, or where the layers begin. Throws
// InputError for a mesh that is no periodic cell along z, for a plane in a layer or in the
// structure, and for a medium in which orders have no meaning at a frequency of the case.
OrderPlanes order_planes(const Case &input, const Model &model, const AbsorbingLayers &layers);

// Throws InputError for a wave that brings no power to the cell.
void require_power(const Case &input, const SourceSolve &solve, const OrderPlanes &planes);

// Returns the degree of a rule over tets for an order's field times the weight.
int order_rule_degree(const ElementSpace &space);

// Returns "above" or "below".
const char *side_name(bool is_above);

} // namespace curlew::fem
