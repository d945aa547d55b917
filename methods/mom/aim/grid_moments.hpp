#pragma once

// Included by grid_pairs_*.cpp only.

#include <curlew/methods/mom/aim/grid_pairs.hpp>
#include <curlew/methods/mom/fill/corner_entries.hpp>
#include <curlew/methods/mom/fill/interrupts.hpp>
#include <curlew/methods/mom/integrals/lanes.hpp>

namespace curlew::mom {

// Subtracts the grid's contribution to near pairs p <= q: the integrals of far pairs, with three
// points to a face, and with
//   G~(i, j) = sum over d in [-M, M]^3 of c_x(d_x) c_y(d_y) c_z(d_z) T(o + d)
// in the place of Green's function. c(d) is the sum of w_a(i) w_b(j) over a - b = d, and o the
// difference of the first nodes. The magnetic part has the derivatives of the test point's weights,
// as the product does.
// Lane: a number, or a vector of a processor.
template <class Space, class Real, class Lane, int k_nodes, bool k_magnetic> struct SubtractGrid {
  static constexpr int k_order = k_nodes - 1;
  static constexpr int k_terms = 2 * k_nodes - 1;
  static constexpr int k_vectors = (k_terms + k_lanes<Lane> - 1) / k_lanes<Lane>;
  static constexpr int k_width = k_vectors * k_lanes<Lane>;

  GridPairs<Space, Real> pairs;

  CURLEW_MOM_FUNCTION void operator()(const Offset pair) const {
    if (is_interrupted<Space>())
      return;
    const Index p = pairs.first(pair), q = pairs.second(pair);
    const Face &face_p = pairs.surface.faces(p), &face_q = pairs.surface.faces(q);
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
    subtract(p, q, electric, magnetic);
    if (p != q && q < pairs.surface.own_faces)
      subtract(q, p, exchanged(electric), swapped);
  }

private:
  CURLEW_MOM_FUNCTION void subtract(Index p, Index q, const ElectricMoments<double> &electric,
                                    const MagneticMoments<double> &magnetic) const {
    add_corner_entries<k_magnetic>(pairs.surface, pairs.rows, pairs.with, p, q, -1, electric,
                                   magnetic);
  }

  struct Sums {
    Parts<double> value, slope_test[3], slope_source[3]; // gradients by either point
  };

  // Computes c(d + M) of the weights at i and j.
  static CURLEW_MOM_FUNCTION void correlate(const double *of_i, const double *of_j, double *c) {
    for (int d = 0; d < k_width; ++d)
      c[d] = 0;
    for (int a = 0; a < k_nodes; ++a)
      for (int b = 0; b < k_nodes; ++b)
        c[a - b + k_order] += of_i[a] * of_j[b];
  }

  // A row of the table along x, or a weighted sum of rows.
  struct Row {
    Lane re[k_vectors] = {}, im[k_vectors] = {};

    CURLEW_MOM_FUNCTION void add(double factor, const Row &row) {
      CURLEW_UNROLL
      for (int v = 0; v < k_vectors; ++v) {
        re[v] += factor * row.re[v];
        im[v] += factor * row.im[v];
      }
    }
    CURLEW_MOM_FUNCTION Parts<double> times(const double *c, double scale) const {
      Lane sum_re{}, sum_im{};
      CURLEW_UNROLL
      for (int v = 0; v < k_vectors; ++v) {
        const Lane weight = lanes_at(c + v * k_lanes<Lane>, Lane());
        sum_re += weight * re[v];
        sum_im += weight * im[v];
      }
      return {scale * total(sum_re), scale * total(sum_im)};
    }
  };

  CURLEW_MOM_FUNCTION void add_up(Offset i, Offset j, Sums &sums) const {
    double c[3][k_width], ci[3][k_width], cj[3][k_width];
    Index o[3];
    for (int d = 0; d < 3; ++d) {
      const double *wi = pairs.points.of(i, d), *wj = pairs.points.of(j, d);
      correlate(wi, wj, c[d]);
      if constexpr (k_magnetic) {
        correlate(wi + k_nodes, wj, ci[d]);
        correlate(wi, wj + k_nodes, cj[d]);
      }
      o[d] = pairs.points.base(3 * i + d) - pairs.points.base(3 * j + d) - k_order;
    }
    Row plain, yi, zi, yj, zj;
    for (int z = 0; z < k_terms; ++z) {
      Row along, along_i, along_j; // sums over y
      for (int y = 0; y < k_terms; ++y) {
        const Offset at = pairs.table.number(o[0], o[1] + y, o[2] + z);
        Row row;
        CURLEW_UNROLL
        for (int v = 0; v < k_vectors; ++v) {
          row.re[v] = lanes_at(pairs.table.re.data() + at + v * k_lanes<Lane>, Lane());
          row.im[v] = lanes_at(pairs.table.im.data() + at + v * k_lanes<Lane>, Lane());
        }
        along.add(c[1][y], row);
        if constexpr (k_magnetic) {
          along_i.add(ci[1][y], row);
          along_j.add(cj[1][y], row);
        }
      }
      plain.add(c[2][z], along);
      if constexpr (k_magnetic) {
        yi.add(c[2][z], along_i);
        yj.add(c[2][z], along_j);
        zi.add(ci[2][z], along);
        zj.add(cj[2][z], along);
      }
    }
    sums.value = plain.times(c[0], 1);
    if constexpr (k_magnetic) {
      const double scale = 1 / pairs.points.spacing_m;
      sums.slope_test[0] = plain.times(ci[0], scale);
      sums.slope_test[1] = yi.times(c[0], scale);
      sums.slope_test[2] = zi.times(c[0], scale);
      sums.slope_source[0] = plain.times(cj[0], scale);
      sums.slope_source[1] = yj.times(c[0], scale);
      sums.slope_source[2] = zj.times(c[0], scale);
    }
  }

  // Adds the moments of h R = -slope (moments.hpp) of one pair of points, with rho and rho' from
  // the centroids.
  CURLEW_MOM_FUNCTION void add_magnetic(MagneticMoments<double> &m, double weight,
                                        const double *rho, const double *normal,
                                        const double *source,
                                        const PartsVector<double> &slope) const {
    double turned[3];
    turn(pairs.with, rho, normal, turned);
    for (int d = 0; d < 3; ++d) {
      const Parts<double> p = cross_component(source, slope, d); // h R x rho' = rho' x slope
      m.k0.add(weight * turned[d], p);
      m.w[d].add(weight, p);
      m.v[d].add(weight, cross_component(turned, slope, d));
      m.y[d].add(weight, slope[d]);
    }
  }
};

template <class Space, class Real, class Lane, int k_nodes>
void launch_grid_pairs(const GridPairs<Space, Real> &pairs, const Space &space) {
  const RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>> policy(space, 0,
                                                                     pairs.first.extent(0));
  if (pairs.with.magnetic != 0)
    Kokkos::parallel_for("curlew::mom::aim_subtract", policy,
                         SubtractGrid<Space, Real, Lane, k_nodes, true>{pairs});
  else
    Kokkos::parallel_for("curlew::mom::aim_subtract", policy,
                         SubtractGrid<Space, Real, Lane, k_nodes, false>{pairs});
}

template <class Space, class Real>
void subtract_grid_pairs(const Space &space, const GridPairs<Space, Real> &pairs) {
  using Lane = std::conditional_t<is_device<Space>, double, SimdDouble>;
  if (pairs.points.stencil.nodes == 4)
    launch_grid_pairs<Space, Real, Lane, 4>(pairs, space);
  else
    launch_grid_pairs<Space, Real, Lane, 6>(pairs, space);
}

// Written by grid_pairs_device.cpp and grid_pairs_host.cpp, each for its spaces.
#define CURLEW_INSTANTIATE_GRID_PAIRS(Space)                                                       \
  template void subtract_grid_pairs(const Space &, const GridPairs<Space, double> &);              \
  template void subtract_grid_pairs(const Space &, const GridPairs<Space, float> &);

} // namespace curlew::mom
