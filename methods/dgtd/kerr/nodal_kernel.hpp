#pragma once

#include <curlew/methods/dgtd/kerr/kerr_tables.hpp>
#include <curlew/methods/dgtd/packed/packed_kernel.hpp>

namespace curlew::dgtd {

// Returns |E| / |D / eps0| where (eps + chi3 |E|^2) |E| = |D| / eps0, by the real root of the
// cubic; a negative number where there is none: chi3 < 0 and D beyond its largest value.
KOKKOS_INLINE_FUNCTION double kerr_root(double eps, double chi3, double displacement) {
  if (chi3 == 0 || displacement == 0)
    return 1 / eps;
  const double scale = sqrt(4 * eps / (3 * (chi3 < 0 ? -chi3 : chi3)));
  const double x = 3 * displacement / (eps * scale);
  if (chi3 < 0)
    return x > 1 ? -1 : scale * sin(asin(x) / 3) / displacement;
  return scale * sinh(asinh(x) / 3) / displacement;
}

// Computes the same for W tets at once, from |D / eps0|^2. With y = eps |E| / |D / eps0| the cubic
// is y + k y^3 = 1, k = chi3 |D / eps0|^2 / eps^3, which Halley's method solves to rounding in
// about three rounds where k >= 0, with operations that processors do on many numbers at once.
template <int W>
KOKKOS_INLINE_FUNCTION void kerr_roots(const double (&eps)[W], const double (&chi3)[W],
                                       const double (&squared)[W], double (&root)[W]) {
  constexpr int k_most_rounds = 60;      // halves y at least, and y > 1e-16 where k < 1e48
  constexpr double k_last_change = 1e-6; // its third power is below rounding
  double k[W], y[W];
  bool has_negative = false;
  CURLEW_LANES
  for (int lane = 0; lane < W; ++lane) {
    const double size = chi3[lane] * squared[lane] / (eps[lane] * eps[lane] * eps[lane]);
    k[lane] = size > 0 ? size : 0;
    y[lane] = (1 + k[lane]) / (1 + 2 * k[lane]);
  }
  for (int round = 0; round < k_most_rounds; ++round) {
    double change[W];
    CURLEW_LANES
    for (int lane = 0; lane < W; ++lane) {
      const double ky = k[lane] * y[lane], value = y[lane] + ky * y[lane] * y[lane] - 1,
                   slope = 1 + 3 * ky * y[lane];
      const double step = value * slope / (slope * slope - 3 * value * ky);
      y[lane] -= step;
      change[lane] = step < 0 ? -step - k_last_change * y[lane] : step - k_last_change * y[lane];
    }
    bool goes_on = false;
    for (int lane = 0; lane < W; ++lane)
      goes_on = goes_on || change[lane] > 0;
    if (!goes_on)
      break;
  }
  for (int lane = 0; lane < W; ++lane) {
    root[lane] = y[lane] / eps[lane];
    has_negative = has_negative || chi3[lane] < 0;
  }
  if (has_negative)
    for (int lane = 0; lane < W; ++lane)
      if (chi3[lane] < 0)
        root[lane] = kerr_root(eps[lane], chi3[lane], sqrt(squared[lane]));
}

// Finds E of Packs::k_lanes tets of a full space from D at the nodes of their polynomials: the
// collocated form of KerrKernel's equation. E and D are parallel there, so that covariant
// components of D need a factor only.
template <class Space, int Blocks> struct NodalKerrKernel {
  using Layout = Packs<Space>;
  static constexpr int n = space_size<3>(Blocks);
  static constexpr int W = Layout::k_lanes;

  KerrTables<Space> tables;
  Kokkos::View<double *, Space> e;

  KOKKOS_INLINE_FUNCTION void operator()(const Index item) const {
    const Index first = item * W;
    const Offset own = Layout::at(first, 0, n), metric = Layout::at(first, 0, 6),
                 medium = Layout::at(first, 0, 4);
    double eps[W], chi3[W], loss[W], target[n][W], nodal[n][W], lowest[W];
    Offset at[W]; // places of the tets in e
    bool is_solved[W];
    for (int lane = 0; lane < W; ++lane) {
      at[lane] = Layout::at(tables.slots(first + lane), 0, n);
      loss[lane] = tables.medium(medium + Layout::k_pack + lane);
      eps[lane] = tables.medium(medium + lane) + loss[lane];
      chi3[lane] = tables.medium(medium + 2 * Layout::k_pack + lane);
      lowest[lane] = 1e300;
      is_solved[lane] = true;
    }
    for (int i = 0; i < n; ++i)
      for (int lane = 0; lane < W; ++lane)
        nodal[i][lane] = e(at[lane] + i * Layout::k_pack);
    for (int i = 0; i < n; ++i) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane) {
        const double x0 = tables.before(own + i * Layout::k_pack + lane);
        target[i][lane] = tables.displacement(own + i * Layout::k_pack + lane) +
                          eps[lane] * (nodal[i][lane] - x0) + loss[lane] * x0;
      }
    }
    multiply(tables.at_nodes, target, nodal);
    for (int node = 0; node < n / 3; ++node) {
      double squared[W], root[W];
      double(&x)[W] = nodal[3 * node], (&y)[W] = nodal[3 * node + 1], (&z)[W] = nodal[3 * node + 2];
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane) {
        const double *a = &tables.metric(metric + lane); // k_pack apart
        squared[lane] = tables.medium(medium + 3 * Layout::k_pack + lane) *
                        (a[0] * x[lane] * x[lane] + a[1 * Layout::k_pack] * y[lane] * y[lane] +
                         a[2 * Layout::k_pack] * z[lane] * z[lane] +
                         2 * (a[3 * Layout::k_pack] * x[lane] * y[lane] +
                              a[4 * Layout::k_pack] * x[lane] * z[lane] +
                              a[5 * Layout::k_pack] * y[lane] * z[lane]));
      }
      kerr_roots(eps, chi3, squared, root);
      for (int lane = 0; lane < W; ++lane) {
        const double tangent = eps[lane] + 3 * chi3[lane] * squared[lane] * root[lane] * root[lane];
        is_solved[lane] = is_solved[lane] && root[lane] > 0;
        lowest[lane] = tangent < lowest[lane] ? tangent : lowest[lane];
        x[lane] *= root[lane];
        y[lane] *= root[lane];
        z[lane] *= root[lane];
      }
    }
    double result[n][W];
    multiply(tables.from_nodes, nodal, result);
    for (int i = 0; i < n; ++i)
      for (int lane = 0; lane < W; ++lane)
        if (tables.is_padding(first + lane) == 0) {
          e(at[lane] + i * Layout::k_pack) = result[i][lane];
          tables.displacement(own + i * Layout::k_pack + lane) =
              target[i][lane] - loss[lane] * result[i][lane];
        }
    for (int lane = 0; lane < W; ++lane) {
      tables.iterations(first + lane) = 0;
      tables.status(first + lane) =
          is_solved[lane] && lowest[lane] > 0 ? k_kerr_solved : k_kerr_not_admissible;
      tables.lowest(first + lane) = lowest[lane];
      tables.residual(first + lane) = 0;
    }
  }

private:
  using Matrix = Kokkos::View<const double *, Space>;
  KOKKOS_INLINE_FUNCTION static void multiply(const Matrix &matrix, const double (&x)[n][W],
                                              double (&result)[n][W]) {
    for (int i = 0; i < n; ++i) {
      double sum[W];
      for (int lane = 0; lane < W; ++lane)
        sum[lane] = 0;
      CURLEW_UNROLL
      for (int j = 0; j < n; ++j) {
        const double entry = matrix(i * n + j);
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          sum[lane] += entry * x[j][lane];
      }
      for (int lane = 0; lane < W; ++lane)
        result[i][lane] = sum[lane];
    }
  }
};

} // namespace curlew::dgtd
