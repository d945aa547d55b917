#pragma once

#include <curlew/methods/mom/aim/grid_scatter.hpp>

namespace curlew::mom {

// Green's function (without 4 pi) between nodes of the grid, at all differences that two nodes of
// near pairs may have: -reach ... reach along each axis, 0 at the difference 0.
template <class Space> struct NodeTable {
  Index reach[3], width[3];                   // width = 2 reach + 1
  Kokkos::View<const double *, Space> re, im; // x fastest, with some numbers to spare behind

  KOKKOS_INLINE_FUNCTION Offset number(Index x, Index y, Index z) const {
    return (static_cast<Offset>(z + reach[2]) * width[1] + y + reach[1]) * width[0] + x + reach[0];
  }
};

// Subtracts what the grid makes of near pairs p <= q: the integrals of far pairs, three points to a
// face, with
//   G~(i, j) = sum over d in [-M, M]^3 of c_x(d_x) c_y(d_y) c_z(d_z) T(o + d)
// in the place of Green's function; c(d): sum of w_a(i) w_b(j) over a - b = d, o: the difference
// of the first nodes. Of the magnetic part with the derivatives of the test point's weights, as
// the product takes them.
template <class Space, class Real, int k_nodes, bool k_magnetic> struct SubtractGrid {
  static constexpr int k_order = k_nodes - 1;
  static constexpr int k_terms = 2 * k_nodes - 1;
  static constexpr int k_width = (k_terms + 7) / 8 * 8; // whole vectors of a processor

  GridScatter<Space, Real> scatter;
  AimPoints<Space> points;
  NodeTable<Space> table;
  Kokkos::View<const Index *, Space> first, second;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset pair) const {
    const Index p = first(pair), q = second(pair);
    const Face &face_p = scatter.surface.faces(p), &face_q = scatter.surface.faces(q);
    ElectricMoments<double> electric;
    MagneticMoments<double> magnetic, swapped;
    const double weight = face_p.area * face_q.area / (k_face_points * k_face_points);
    for (int i = 0; i < k_face_points; ++i)
      for (int j = 0; j < k_face_points; ++j) {
        double r[3], source[3];
        face_point(face_p, i, r);
        face_point(face_q, j, source);
        for (int d = 0; d < 3; ++d) {
          r[d] -= face_p.centroid[d];
          source[d] -= face_q.centroid[d];
        }
        Sums sums;
        add_up(Offset(k_face_points) * p + i, Offset(k_face_points) * q + j, sums);
        PartsVector<double> t1;
        for (int d = 0; d < 3; ++d)
          t1[d] = source[d] * sums.value;
        add_point(electric, weight, r, sums.value, t1);
        if constexpr (k_magnetic) {
          add_magnetic(magnetic, weight, r, face_p.normal, source, sums.slope_test);
          if (p != q)
            add_magnetic(swapped, weight, source, face_q.normal, r, sums.slope_source);
        }
      }
    scatter.template subtract<k_magnetic>(p, q, electric, magnetic);
    if (p != q)
      scatter.template subtract<k_magnetic>(q, p, exchanged(electric), swapped);
  }

private:
  struct Sums {
    Parts<double> value, slope_test[3], slope_source[3]; // gradients by either point
  };

  // c(d + M) of weights at i and j.
  static KOKKOS_INLINE_FUNCTION void correlate(const double *of_i, const double *of_j, double *c) {
    for (int d = 0; d < k_width; ++d)
      c[d] = 0;
    for (int a = 0; a < k_nodes; ++a)
      for (int b = 0; b < k_nodes; ++b)
        c[a - b + k_order] += of_i[a] * of_j[b];
  }

  // A row of the table along x, once for each way of weighing rows.
  struct Row {
    double re[k_width], im[k_width];
    KOKKOS_INLINE_FUNCTION void clear() {
      for (int x = 0; x < k_width; ++x)
        re[x] = im[x] = 0;
    }
    KOKKOS_INLINE_FUNCTION void add(double factor, const double *from_re, const double *from_im) {
      for (int x = 0; x < k_width; ++x) {
        re[x] += factor * from_re[x];
        im[x] += factor * from_im[x];
      }
    }
    KOKKOS_INLINE_FUNCTION Parts<double> times(const double *c, double scale) const {
      double sum_re = 0, sum_im = 0;
      for (int x = 0; x < k_terms; ++x) {
        sum_re += c[x] * re[x];
        sum_im += c[x] * im[x];
      }
      return {scale * sum_re, scale * sum_im};
    }
  };

  KOKKOS_INLINE_FUNCTION void add_up(Offset i, Offset j, Sums &sums) const {
    double c[3][k_width], ci[3][k_width], cj[3][k_width];
    Index o[3];
    for (int d = 0; d < 3; ++d) {
      const double *wi = points.of(i, d), *wj = points.of(j, d);
      correlate(wi, wj, c[d]);
      if constexpr (k_magnetic) {
        correlate(wi + k_nodes, wj, ci[d]);
        correlate(wi, wj + k_nodes, cj[d]);
      }
      o[d] = points.base(3 * i + d) - points.base(3 * j + d) - k_order;
    }
    Row plain, yi, zi, yj, zj;
    plain.clear();
    if constexpr (k_magnetic) {
      yi.clear();
      zi.clear();
      yj.clear();
      zj.clear();
    }
    for (int z = 0; z < k_terms; ++z)
      for (int y = 0; y < k_terms; ++y) {
        const Offset at = table.number(o[0], o[1] + y, o[2] + z);
        const double *re = table.re.data() + at, *im = table.im.data() + at;
        plain.add(c[1][y] * c[2][z], re, im);
        if constexpr (k_magnetic) {
          yi.add(ci[1][y] * c[2][z], re, im);
          zi.add(c[1][y] * ci[2][z], re, im);
          yj.add(cj[1][y] * c[2][z], re, im);
          zj.add(c[1][y] * cj[2][z], re, im);
        }
      }
    sums.value = plain.times(c[0], 1);
    if constexpr (k_magnetic) {
      const double scale = 1 / points.spacing_m;
      sums.slope_test[0] = plain.times(ci[0], scale);
      sums.slope_test[1] = yi.times(c[0], scale);
      sums.slope_test[2] = zi.times(c[0], scale);
      sums.slope_source[0] = plain.times(cj[0], scale);
      sums.slope_source[1] = yj.times(c[0], scale);
      sums.slope_source[2] = zj.times(c[0], scale);
    }
  }

  // Moments of h R = -slope (moments.hpp): of one pair of points, rho and rho' from the centroids.
  static KOKKOS_INLINE_FUNCTION void add_magnetic(MagneticMoments<double> &m, double weight,
                                                  const double *rho, const double *normal,
                                                  const double *source,
                                                  const PartsVector<double> &slope) {
    double turned[3];
    for (int d = 0; d < 3; ++d) {
      const int u = (d + 1) % 3, v = (d + 2) % 3;
      turned[d] = rho[u] * normal[v] - rho[v] * normal[u];
    }
    for (int d = 0; d < 3; ++d) {
      const Parts<double> p = cross_component(source, slope, d); // h R x rho' = rho' x slope
      m.k0.add(weight * turned[d], p);
      m.w[d].add(weight, p);
      m.v[d].add(weight, cross_component(turned, slope, d));
      m.y[d].add(weight, slope[d]);
    }
  }
};

} // namespace curlew::mom
