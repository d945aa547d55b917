#pragma once

#include <curlew/methods/dgtd/packed/lanes.hpp>
#include <curlew/methods/dgtd/packed/packed_tables.hpp>

// Numbers that the packed kernels compute from the vertices of a tet instead of reading them.
namespace curlew::dgtd {

template <class Layout, class Tables, int W>
KOKKOS_INLINE_FUNCTION void load_point(const Tables &tables, Index slot, int vertex,
                                       double (&point)[3][W]) {
  const Offset at = Layout::at(tables.stored(slot), vertex, 4);
  for (int lane = 0; lane < W; ++lane) {
    const Offset node = tables.nodes(at + lane);
    for (int d = 0; d < 3; ++d)
      point[d][lane] = tables.points(3 * node + d);
  }
}

// Computes the metric of tangential fields on a face: the integral of u . v over the face is that
// of the metric's entries times the components on the reference triangle. Padding has the metric 0.
template <class Layout, class Tables, int W>
KOKKOS_INLINE_FUNCTION void face_metric(const Tables &tables, Index slot, int face,
                                        double (&metric)[3][W]) {
  double corner[3][3][W];
  for (int v = 0; v < 3; ++v)
    load_point<Layout>(tables, slot, v + (v >= face ? 1 : 0), corner[v]);
  CURLEW_LANES
  for (int lane = 0; lane < W; ++lane) {
    double s[3], t[3], ss = 0, st = 0, tt = 0;
    for (int d = 0; d < 3; ++d) {
      s[d] = corner[1][d][lane] - corner[0][d][lane];
      t[d] = corner[2][d][lane] - corner[0][d][lane];
      ss += s[d] * s[d];
      st += s[d] * t[d];
      tt += t[d] * t[d];
    }
    const double cross[3] = {s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2],
                             s[0] * t[1] - s[1] * t[0]};
    const double size = sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
    const double scale = size > 0 ? 1 / size : 0;
    metric[0][lane] = tt * scale;
    metric[1][lane] = ss * scale;
    metric[2][lane] = -st * scale;
  }
}

// Computes J^T J / |det J|, as xx, yy, zz, xy, xz, yz; 0 for padding.
template <class Layout, class Tables, int W>
KOKKOS_INLINE_FUNCTION void curl_metric_of(const Tables &tables, Index slot,
                                           double (&metric)[6][W]) {
  double corner[4][3][W];
  for (int v = 0; v < 4; ++v)
    load_point<Layout>(tables, slot, v, corner[v]);
  CURLEW_LANES
  for (int lane = 0; lane < W; ++lane) {
    double t[3][3];
    for (int k = 0; k < 3; ++k)
      for (int d = 0; d < 3; ++d)
        t[k][d] = corner[k + 1][d][lane] - corner[0][d][lane];
    const double det = t[0][0] * (t[1][1] * t[2][2] - t[1][2] * t[2][1]) +
                       t[0][1] * (t[1][2] * t[2][0] - t[1][0] * t[2][2]) +
                       t[0][2] * (t[1][0] * t[2][1] - t[1][1] * t[2][0]);
    const double scale = det == 0 ? 0 : 1 / (det < 0 ? -det : det);
    for (int m = 0; m < 6; ++m) {
      const double *u = t[metric_row(m)], *v = t[metric_column(m)];
      metric[m][lane] = scale * (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]);
    }
  }
}

} // namespace curlew::dgtd
