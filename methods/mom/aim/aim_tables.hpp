#pragma once

#include <curlew/methods/mom/aim/aim_grid.hpp>
#include <curlew/methods/mom/aim/near_pattern.hpp>
#include <curlew/methods/mom/fill/fill_tables.hpp>

namespace curlew::mom {

// Points of a face, those of the rule of far pairs: point i of face f has number 3 f + i, and a
// third of the face's area.
constexpr int k_face_points = 3;

// Green's function (without 4 pi) between a node and itself, times the spacing. Stencils of pairs
// that are just no longer near overlap; with 0 here the errors of order 5 double.
constexpr double k_same_node = 3;

// Stencils of the points on the grid, for kernels.
template <class Space> struct AimPoints {
  Stencil stencil;
  double spacing_m = 0;
  Kokkos::View<const Index *, Space> base;     // [point][3]: first nodes
  Kokkos::View<const double *, Space> weights; // [point][axis][w, dw/du][node]

  KOKKOS_INLINE_FUNCTION const double *of(Offset point, int axis) const {
    return weights.data() + ((3 * point + axis) * 2) * stencil.nodes;
  }
};
template <class Space>
AimPoints<Space> make_aim_points(const Surface &surface, const AimGrid &grid, int threads);

// Computes a point of a face: the points (1/6, 1/6, 2/3) in any order, as those of
// triangle_rule(3).
CURLEW_MOM_FUNCTION void face_point(const Face &face, int i, double *r) {
  face.point(i == 1 ? 2.0 / 3 : 1.0 / 6, i == 2 ? 2.0 / 3 : 1.0 / 6, r);
}

} // namespace curlew::mom
