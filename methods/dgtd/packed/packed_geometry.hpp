#pragma once

#include <curlew/methods/dgtd/packed/packed_tables.hpp>

// Numbers that the packed kernels compute from the vertices of a tet instead of reading them.
namespace curlew::dgtd {

template <class Layout, class Tables>
KOKKOS_INLINE_FUNCTION void load_point(const Tables &tables, Index slot, int vertex, int lane,
                                       double (&point)[3]) {
  const Offset node = tables.nodes(Layout::at(tables.stored(slot), vertex, 4) + lane);
  for (int d = 0; d < 3; ++d)
    point[d] = tables.points(3 * node + d);
}

// Computes the metric of tangential fields on a face: the integral of u . v over the face is that
// of the metric's entries times the components on the reference triangle.
template <class Layout, class Tables>
KOKKOS_INLINE_FUNCTION void face_metric(const Tables &tables, Index slot, int face, int lane,
                                        double (&metric)[3]) {
  double corner[3][3], s[3], t[3];
  for (int v = 0; v < 3; ++v)
    load_point<Layout>(tables, slot, v + (v >= face ? 1 : 0), lane, corner[v]);
  double ss = 0, st = 0, tt = 0;
  for (int d = 0; d < 3; ++d) {
    s[d] = corner[1][d] - corner[0][d];
    t[d] = corner[2][d] - corner[0][d];
    ss += s[d] * s[d];
    st += s[d] * t[d];
    tt += t[d] * t[d];
  }
  const double cross[3] = {s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2],
                           s[0] * t[1] - s[1] * t[0]};
  const double size = sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
  const double scale = size > 0 ? 1 / size : 0; // padding
  metric[0] = tt * scale;
  metric[1] = ss * scale;
  metric[2] = -st * scale;
}

// Computes J^T J / |det J|, as xx, yy, zz, xy, xz, yz.
template <class Layout, class Tables>
KOKKOS_INLINE_FUNCTION void curl_metric_of(const Tables &tables, Index slot, int lane,
                                           double (&metric)[6]) {
  double origin[3], t[3][3];
  load_point<Layout>(tables, slot, 0, lane, origin);
  for (int k = 0; k < 3; ++k) {
    load_point<Layout>(tables, slot, k + 1, lane, t[k]);
    for (int d = 0; d < 3; ++d)
      t[k][d] -= origin[d];
  }
  const double det = t[0][0] * (t[1][1] * t[2][2] - t[1][2] * t[2][1]) +
                     t[0][1] * (t[1][2] * t[2][0] - t[1][0] * t[2][2]) +
                     t[0][2] * (t[1][0] * t[2][1] - t[1][1] * t[2][0]);
  const double scale = det == 0 ? 0 : 1 / (det < 0 ? -det : det); // 0: padding
  for (int m = 0; m < 6; ++m) {
    const double *u = t[metric_row(m)], *v = t[metric_column(m)];
    metric[m] = scale * (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]);
  }
}

} // namespace curlew::dgtd
