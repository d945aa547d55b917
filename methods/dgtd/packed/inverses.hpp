#pragma once

#include <curlew/methods/dgtd/array/shared_packs.hpp>
#include <curlew/methods/dgtd/packed/component_tables.hpp>
#include <curlew/methods/dgtd/packed/lanes.hpp>
#include <curlew/methods/dgtd/packed/tet_update.hpp>

// Inverse mass matrix of a plain tet with a unit medium, in two forms: one packed symmetric matrix,
// or the metric of the tet alone.
namespace curlew::dgtd {

// Inverse of the variant `packed`, for every space and form.
template <class Space, int Blocks> struct StoredInverse {
  static constexpr int n = space_size<3>(Blocks), k_entries = n * (n + 1) / 2;
  static constexpr bool k_serves_dfdd = true;
  using Layout = Packs<Space>;
  static constexpr int W = Layout::k_lanes;
  static constexpr int k_unrolled = is_bernstein(Blocks) ? 1 : n;

  Kokkos::View<const double *, Space> values; // Packs::at(stored slot, packed(i, j), k_entries)

  StoredInverse() = default;
  explicit StoredInverse(const Kokkos::View<const double *, Space> &given) : values(given) {}

  // Computes out += inverse r, for the tets from stored slot `stored` on.
  KOKKOS_INLINE_FUNCTION void add_product(Index stored, const double (&r)[n][W],
                                          double (&out)[n][W]) const {
    const Offset first = Layout::at(stored, 0, k_entries);
    CURLEW_UNROLL_SMALL
    for (int i = 0; i < n; ++i) {
      CURLEW_UNROLL_SMALL
      for (int j = 0; j <= i; ++j) {
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane) {
          const double entry =
              values(first + static_cast<Offset>(packed(i, j)) * Layout::k_pack + lane);
          out[i][lane] += entry * r[j][lane];
          if (j < i)
            out[j][lane] += entry * r[i][lane];
        }
      }
    }
  }

  // Finds the electric side's inverse over its gain. `update_of` makes a tet's update of a side.
  template <class UpdateOf>
  static void find(const Problem &problem, Index tet, const UpdateOptions &options,
                   const UpdateOf &update_of, double (&entries)[k_entries]) {
    const Material &material = problem.materials[problem.material[tet]];
    const double gain = medium_values(material, Side::electric, options).gain;
    const TetUpdate update = update_of(tet, Side::electric);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        entries[packed(i, j)] = update.inverse[i * n + j] / gain;
  }
};

// Inverse of the variant `nodal`, for full spaces: every covariant component is any polynomial of
// the degree, so that the mass matrix is R^T (J^-1 J^-T |det J| (x) I) R with R, the components of
// the functions in orthonormal polynomials of the reference tet, square and the same in every tet.
// Its inverse is R^-1 (J^T J / |det J| (x) I) R^-T: 6 numbers of the tet.
template <class Space, int Blocks> struct MetricInverse {
  static constexpr int n = space_size<3>(Blocks), k_entries = 6;
  static constexpr bool k_serves_dfdd = false; // only the mass is inverted
  using Layout = Packs<Space>;
  static constexpr int W = Layout::k_lanes;
  static constexpr int k_unrolled = is_bernstein(Blocks) ? 1 : n;

  Kokkos::View<const double *, Space> values; // Packs::at(stored slot, m, 6): J^T J / |det J|
  ComponentTables<Blocks> tables;

  MetricInverse() = default;
  explicit MetricInverse(const Kokkos::View<const double *, Space> &given)
      : values(given), tables(make_component_tables<Blocks>()) {}

  KOKKOS_INLINE_FUNCTION void add_product(Index stored, const double (&r)[n][W],
                                          double (&out)[n][W]) const {
    double metric[k_entries][W];
    CURLEW_UNROLL_SMALL
    for (int m = 0; m < k_entries; ++m) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        metric[m][lane] = values(Layout::at(stored, m, k_entries) + lane);
    }
    CURLEW_UNROLL_SMALL
    for (int p = 0; p < n / 3; ++p) {
      const double(&x)[n] = tables.inverse[3 * p], (&y)[n] = tables.inverse[3 * p + 1],
            (&z)[n] = tables.inverse[3 * p + 2];
      double moment[3][W] = {};
      CURLEW_UNROLL_SMALL
      for (int i = 0; i < n; ++i) {
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane) {
          moment[0][lane] += x[i] * r[i][lane];
          moment[1][lane] += y[i] * r[i][lane];
          moment[2][lane] += z[i] * r[i][lane];
        }
      }
      double component[3][W];
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane) {
        const double u = moment[0][lane], v = moment[1][lane], w = moment[2][lane];
        component[0][lane] = metric[0][lane] * u + metric[3][lane] * v + metric[4][lane] * w;
        component[1][lane] = metric[3][lane] * u + metric[1][lane] * v + metric[5][lane] * w;
        component[2][lane] = metric[4][lane] * u + metric[5][lane] * v + metric[2][lane] * w;
      }
      CURLEW_UNROLL_SMALL
      for (int i = 0; i < n; ++i) {
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          out[i][lane] +=
              x[i] * component[0][lane] + y[i] * component[1][lane] + z[i] * component[2][lane];
      }
    }
  }

  template <class UpdateOf>
  static void find(const Problem &problem, Index tet, const UpdateOptions &, const UpdateOf &,
                   double (&entries)[k_entries]) {
    const double corner[4] = {1, 0, 0, 0};
    const TetFrame frame = frame_at(problem.shape(tet), corner);
    const Metric<double> metric = products(frame.tangent, 1 / frame.volume_factor());
    for (int m = 0; m < k_entries; ++m)
      entries[m] = metric.symmetric[m];
  }
};

} // namespace curlew::dgtd
