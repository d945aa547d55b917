#pragma once

#include <curlew/methods/dgtd/array/shared_packs.hpp>
#include <curlew/methods/dgtd/packed/component_tables.hpp>
#include <curlew/methods/dgtd/packed/products.hpp>
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

  // Computes out = inverse r, for the tets from stored slot `stored` on.
  KOKKOS_INLINE_FUNCTION void apply(Index stored, const double (&r)[n][W],
                                    double (&out)[n][W]) const {
    const double *entries = &values(Layout::at(stored, 0, k_entries));
    multiply_symmetric<Result::set, k_unrolled, n>(
        [&](int entry) { return load<W>(entries + entry * Layout::k_pack); },
        [&](int j) -> const double * { return r[j]; }, out);
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

  KOKKOS_INLINE_FUNCTION void apply(Index stored, const double (&r)[n][W],
                                    double (&out)[n][W]) const {
    double metric[k_entries][W];
    CURLEW_UNROLL_SMALL
    for (int m = 0; m < k_entries; ++m) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        metric[m][lane] = values(Layout::at(stored, m, k_entries) + lane);
    }
    constexpr int k_rows = W == 1 ? 3 : n; // moments at once; devices have no registers for all
    if constexpr (k_rows < n)
      clear_rows<k_unrolled, n>(out, SameRow());
    CURLEW_UNROLL_SMALL
    for (int first = 0; first < n; first += k_rows) {
      alignas(W * sizeof(double)) double moment[k_rows][W];
      multiply<Result::set, k_unrolled, k_rows, n>(
          [&](int p, int i) { return tables.inverse[first + p][i]; },
          [&](int i) -> const double * { return r[i]; }, moment);
      for (int p = 0; p < k_rows; p += 3) {
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane) {
          const double u = moment[p][lane], v = moment[p + 1][lane], w = moment[p + 2][lane];
          moment[p][lane] = metric[0][lane] * u + metric[3][lane] * v + metric[4][lane] * w;
          moment[p + 1][lane] = metric[3][lane] * u + metric[1][lane] * v + metric[5][lane] * w;
          moment[p + 2][lane] = metric[4][lane] * u + metric[5][lane] * v + metric[2][lane] * w;
        }
      }
      multiply < k_rows<n ? Result::added : Result::set, k_unrolled, n, k_rows>(
                     [&](int i, int p) { return tables.inverse[first + p][i]; },
                     [&](int p) -> const double * { return moment[p]; }, out);
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
