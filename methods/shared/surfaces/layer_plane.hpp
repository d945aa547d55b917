#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <optional>

namespace curlew {

// Returns the axis that a triangle lies across, -1 where its normal is off all axes by more than
// rounding.
int axis_across(const std::array<Point, 3> &corners_m);

// Plane across an axis at an end of a mesh, where an absorbing layer ends.
struct LayerPlane {
  int axis = 0, side = 1; // side: +1 where the layer is at the high end of the axis
  double outer_m = 0;

  // Returns the depth in a layer of this thickness: 1 at the plane, below 0 outside of the layer.
  double depth(const Point &point_m, double thickness_m) const {
    return 1 - side * (outer_m - point_m[axis]) / thickness_m;
  }
};

// Returns the plane that a face lies in; none where it is no plane across an axis at an end of the
// mesh, which reaches from low_m to high_m. Verified by LayerPlane.*.
std::optional<LayerPlane> layer_plane_of(const std::array<Point, 3> &corners_m, const Point &low_m,
                                         const Point &high_m);

} // namespace curlew
