#pragma once

#include <curlew/methods/dgtd/kerr/functions_at_points.hpp>
#include <curlew/methods/dgtd/packed/packed_kernel.hpp>

namespace curlew::dgtd {

// Finds the E of Packs::k_lanes nonlinear tets at the end of a step from x, the E after the linear
// update: with eps_r and conductivity alone that is x0 + change, so that the integrals of
//   N . [flux(E) + s E] = target,  target = D0 + (eps_r + s) change + s E0,
// with s = sigma dt / (2 eps0) and the gain of poles, hold the moments of D at the end (form
// energy: of its change, target = (eps_r + s) change). The solver is Newton's method, halving steps
// that do not lower the residual, or a fixed point. Tets that have converged wait for the others of
// their pack. Verified by DgtdKerr.*.
template <class Space, int Blocks, NonlinearForm form, class Functions = SharedFunctions<Space>>
struct KerrKernel {
  using Layout = Packs<Space>;
  using Values = Kokkos::View<double *, Space>;
  static constexpr int n = basis_size<3>(Blocks);
  static constexpr int W = Layout::k_lanes;
  static constexpr bool k_symmetric = form != NonlinearForm::midpoint;
  static constexpr int k_entries = k_symmetric ? n * (n + 1) / 2 : n * n;
  static constexpr int k_most_halvings = 10;
  static constexpr int C = Functions::k_component, L = Functions::k_lane;

  // Numbers of the tets of a pack.
  struct Pack {
    Index first;                                             // first tet of the pack
    double metric[6][W], eps[W], chi3[W], inverse_volume[W]; // KerrPoint's members
    double x[n][W], x0[n][W], goal[n][W]; // unknowns of E; moments for the flux to match

    KOKKOS_INLINE_FUNCTION KerrPoint at(int lane) const {
      KerrPoint point;
      for (int m = 0; m < 6; ++m)
        if constexpr (Functions::k_stored) // fields are those in the tet here
          point.metric[m] = m < 3 ? 1 / inverse_volume[lane] : 0.0;
        else
          point.metric[m] = metric[m][lane];
      point.eps = eps[lane];
      point.chi3 = chi3[lane];
      point.inverse_volume = inverse_volume[lane];
      return point;
    }
  };

  KerrTables<Space> tables;
  Values e;
  bool is_newton;
  double tolerance;
  int max_iterations;

  KOKKOS_INLINE_FUNCTION void operator()(const Index item) const {
    const Index first = item * W;
    Pack pack;
    double target[n][W], r[n][W], norm[W], size[W], lowest[W];
    int iterations[W];
    load(first, pack, target, size);
    residual(pack, r, norm, lowest);
    for (int lane = 0; lane < W; ++lane)
      iterations[lane] = 0;
    for (int round = 0; round < max_iterations; ++round) {
      bool active[W], any = false;
      for (int lane = 0; lane < W; ++lane) {
        active[lane] = !has_converged(norm[lane], size[lane]);
        any = any || active[lane];
      }
      if (!any)
        break;
      double matrix[k_entries][W];
      jacobian(pack, matrix);
      solve(matrix, r);
      advance(pack, active, r, norm, lowest);
      for (int lane = 0; lane < W; ++lane)
        iterations[lane] += active[lane] ? 1 : 0;
    }
    store(first, pack, target);
    for (int lane = 0; lane < W; ++lane) {
      const bool is_solved = has_converged(norm[lane], size[lane]);
      tables.iterations(first + lane) = iterations[lane];
      tables.status(first + lane) = !(lowest[lane] > 0) ? k_kerr_not_admissible
                                    : is_solved         ? k_kerr_solved
                                                        : k_kerr_not_converged;
      tables.lowest(first + lane) = lowest[lane];
      tables.residual(first + lane) = size[lane] > 0 ? sqrt(norm[lane] / size[lane]) : 0.0;
    }
  }

  // Computes the moments of the flux less their goal, their squared norm, and the least eps_r + 3
  // chi3 |E|^2.
  KOKKOS_INLINE_FUNCTION void residual(const Pack &pack, double (&r)[n][W], double (&norm)[W],
                                       double (&lowest)[W]) const {
    for (int i = 0; i < n; ++i) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        r[i][lane] = -pack.goal[i][lane];
    }
    for (int lane = 0; lane < W; ++lane)
      lowest[lane] = 1e300;
    for (int q = 0; q < tables.points; ++q) {
      double u[3][W], u0[3][W], flux[3][W];
      field(q, pack, pack.x, u);
      if constexpr (form != NonlinearForm::exact)
        field(q, pack, pack.x0, u0);
      const double weight = tables.weights(q);
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane) {
        const double here[3] = {u[0][lane], u[1][lane], u[2][lane]};
        double earlier[3] = {0, 0, 0}, d[3];
        if constexpr (form != NonlinearForm::exact)
          for (int k = 0; k < 3; ++k)
            earlier[k] = u0[k][lane];
        const KerrPoint at = pack.at(lane);
        const double tangent = at.eps + 3 * at.chi3 * kerr_flux<form>(at, here, earlier, d);
        lowest[lane] = tangent < lowest[lane] ? tangent : lowest[lane];
        for (int k = 0; k < 3; ++k)
          flux[k][lane] = weight * d[k];
      }
      CURLEW_UNROLL
      for (int i = 0; i < n; ++i) {
        const double *v = Functions::at(tables, pack.first, q, i);
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          r[i][lane] += v[L * lane] * flux[0][lane] + v[C + L * lane] * flux[1][lane] +
                        v[2 * C + L * lane] * flux[2][lane];
      }
    }
    square(r, norm);
  }

  // Computes the derivative of the residual by the unknowns: lower triangle by rows, or all entries
  // by rows.
  KOKKOS_INLINE_FUNCTION void jacobian(const Pack &pack, double (&matrix)[k_entries][W]) const {
    for (int p = 0; p < k_entries; ++p) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        matrix[p][lane] = 0;
    }
    for (int q = 0; q < tables.points; ++q) {
      double u[3][W], u0[3][W], slope[9][W], isotropic[W];
      field(q, pack, pack.x, u);
      if constexpr (form != NonlinearForm::exact)
        field(q, pack, pack.x0, u0);
      const double weight = tables.weights(q);
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane) {
        const double here[3] = {u[0][lane], u[1][lane], u[2][lane]};
        double earlier[3] = {0, 0, 0}, d[3][3];
        if constexpr (form != NonlinearForm::exact)
          for (int k = 0; k < 3; ++k)
            earlier[k] = u0[k][lane];
        const KerrPoint at = pack.at(lane);
        double factor = weight;
        if constexpr (Functions::k_stored) {
          isotropic[lane] = kerr_slope_parts<form>(at, !is_newton, here, earlier, d);
          factor *= at.chi3 * at.inverse_volume;
        } else {
          kerr_slope<form>(at, !is_newton, here, earlier, d);
        }
        for (int k = 0; k < 9; ++k)
          slope[k][lane] = factor * d[k / 3][k % 3];
      }
      CURLEW_UNROLL
      for (int j = 0; j < n; ++j) {
        const double *v = Functions::at(tables, pack.first, q, j);
        double row[3][W];
        for (int k = 0; k < 3; ++k) {
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane)
            row[k][lane] = slope[3 * k][lane] * v[L * lane] +
                           slope[3 * k + 1][lane] * v[C + L * lane] +
                           slope[3 * k + 2][lane] * v[2 * C + L * lane];
        }
        CURLEW_UNROLL
        for (int i = k_symmetric ? j : 0; i < n; ++i) {
          const double *t = Functions::at(tables, pack.first, q, i);
          double(&entry)[W] = matrix[below(i, j)];
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane)
            entry[lane] += t[L * lane] * row[0][lane] + t[C + L * lane] * row[1][lane] +
                           t[2 * C + L * lane] * row[2][lane];
          if constexpr (Functions::k_stored) {
            const double *product =
                Functions::product(tables, pack.first, q, i >= j ? packed(i, j) : packed(j, i));
            CURLEW_LANES
            for (int lane = 0; lane < W; ++lane)
              entry[lane] += isotropic[lane] * product[lane];
          }
        }
      }
    }
  }

  // Computes r := matrix^-1 r, by elimination without pivots: a symmetric matrix is positive where
  // the medium is admissible, an unsymmetric one close to such.
  KOKKOS_INLINE_FUNCTION static void solve(double (&matrix)[k_entries][W], double (&r)[n][W]) {
    CURLEW_UNROLL
    for (int j = 0; j < n; ++j) {
      CURLEW_UNROLL
      for (int i = j + 1; i < n; ++i) {
        double factor[W];
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane) {
          factor[lane] = matrix[below(i, j)][lane] / matrix[below(j, j)][lane];
          r[i][lane] -= factor[lane] * r[j][lane];
        }
        CURLEW_UNROLL
        for (int k = j + 1; k < (k_symmetric ? i + 1 : n); ++k) {
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane)
            matrix[below(i, k)][lane] -= factor[lane] * matrix[right(j, k)][lane];
        }
      }
    }
    CURLEW_UNROLL
    for (int i = n - 1; i >= 0; --i) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane) {
        double sum = r[i][lane];
        for (int k = i + 1; k < n; ++k)
          sum -= matrix[right(i, k)][lane] * r[k][lane];
        r[i][lane] = sum / matrix[below(i, i)][lane];
      }
    }
  }

  KOKKOS_INLINE_FUNCTION static void square(const double (&r)[n][W], double (&norm)[W]) {
    for (int lane = 0; lane < W; ++lane)
      norm[lane] = 0;
    for (int i = 0; i < n; ++i) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        norm[lane] += r[i][lane] * r[i][lane];
    }
  }

  // Reads E of a pack, and computes the target of the flux and the squared norm of the moments of
  // D.
  KOKKOS_INLINE_FUNCTION void load(Index first, Pack &pack, double (&target)[n][W],
                                   double (&size)[W]) const {
    double loss[W], whole[n][W];
    pack.first = first;
    for (int lane = 0; lane < W; ++lane) {
      for (int m = 0; m < 6; ++m)
        pack.metric[m][lane] = tables.metric(Layout::at(first + lane, m, 6));
      loss[lane] = tables.medium(Layout::at(first + lane, 1, 4));
      pack.eps[lane] = tables.medium(Layout::at(first + lane, 0, 4)) + loss[lane];
      pack.chi3[lane] = tables.medium(Layout::at(first + lane, 2, 4));
      pack.inverse_volume[lane] = tables.medium(Layout::at(first + lane, 3, 4));
      const Index slot = tables.slots(first + lane);
      const bool is_padding = tables.is_padding(first + lane) != 0;
      for (int i = 0; i < n; ++i)
        pack.x[i][lane] = is_padding ? 0.0 : e(Layout::at(slot, i, n));
    }
    for (int i = 0; i < n; ++i) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane) {
        const double x0 = tables.before(Layout::at(first, i, n) + lane);
        const double d0 = tables.displacement(Layout::at(first, i, n) + lane);
        const double change = pack.eps[lane] * (pack.x[i][lane] - x0);
        pack.x0[i][lane] = x0;
        target[i][lane] = form == NonlinearForm::energy ? change : d0 + change + loss[lane] * x0;
        whole[i][lane] = form == NonlinearForm::energy ? d0 + change : target[i][lane];
      }
    }
    moments(pack, whole, pack.goal);
    square(pack.goal, size);
    if constexpr (form == NonlinearForm::energy)
      moments(pack, target, pack.goal);
  }

  KOKKOS_INLINE_FUNCTION void store(Index first, const Pack &pack,
                                    const double (&target)[n][W]) const {
    for (int lane = 0; lane < W; ++lane) {
      if (tables.is_padding(first + lane) != 0)
        continue;
      const Index slot = tables.slots(first + lane);
      const double loss = tables.medium(Layout::at(first + lane, 1, 4));
      for (int i = 0; i < n; ++i) {
        const Offset at = Layout::at(first, i, n) + lane;
        const double x = pack.x[i][lane];
        e(Layout::at(slot, i, n)) = x;
        if constexpr (form == NonlinearForm::energy)
          tables.displacement(at) += target[i][lane] - loss * (x - pack.x0[i][lane]);
        else
          tables.displacement(at) = target[i][lane] - loss * x;
      }
    }
  }

private:
  // Return the places of entry (i, j) at or below the diagonal, and of entry (i, j) right of it.
  KOKKOS_INLINE_FUNCTION static constexpr int below(int i, int j) {
    return k_symmetric ? packed(i, j) : i * n + j;
  }
  KOKKOS_INLINE_FUNCTION static constexpr int right(int i, int j) {
    return k_symmetric ? packed(j, i) : i * n + j;
  }

  // True for a small norm; false where the norm is not a number.
  KOKKOS_INLINE_FUNCTION bool has_converged(double norm, double size) const {
    return norm <= tolerance * tolerance * size;
  }

  // Computes the covariant components at a point.
  KOKKOS_INLINE_FUNCTION void field(int q, const Pack &pack, const double (&x)[n][W],
                                    double (&u)[3][W]) const {
    for (int k = 0; k < 3; ++k) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        u[k][lane] = 0;
    }
    CURLEW_UNROLL
    for (int i = 0; i < n; ++i) {
      const double *v = Functions::at(tables, pack.first, q, i);
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane) {
        u[0][lane] += v[L * lane] * x[i][lane];
        u[1][lane] += v[C + L * lane] * x[i][lane];
        u[2][lane] += v[2 * C + L * lane] * x[i][lane];
      }
    }
  }

  // Computes the mass matrix of a unit medium times a vector.
  KOKKOS_INLINE_FUNCTION void moments(const Pack &pack, const double (&x)[n][W],
                                      double (&result)[n][W]) const {
    for (int i = 0; i < n; ++i)
      for (int lane = 0; lane < W; ++lane)
        result[i][lane] = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        double entry[W];
        mass_entry(pack, packed(i, j), entry);
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane) {
          result[i][lane] += entry[lane] * x[j][lane];
          if (j < i)
            result[j][lane] += entry[lane] * x[i][lane];
        }
      }
  }
  KOKKOS_INLINE_FUNCTION void mass_entry(const Pack &pack, int pair, double (&entry)[W]) const {
    if constexpr (Functions::k_stored) {
      for (int lane = 0; lane < W; ++lane)
        entry[lane] = 0;
      for (int q = 0; q < tables.points; ++q) {
        const double *product = Functions::product(tables, pack.first, q, pair);
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          entry[lane] += product[lane];
      }
    } else {
      const double *t = &tables.mass(pair, 0);
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        entry[lane] = t[0] * pack.metric[0][lane] + t[1] * pack.metric[1][lane] +
                      t[2] * pack.metric[2][lane] + t[3] * pack.metric[3][lane] +
                      t[4] * pack.metric[4][lane] + t[5] * pack.metric[5][lane];
    }
  }

  // Computes x -= step, halved while that does not lower the residual (Newton's method). `r` is the
  // step before and the residual after.
  KOKKOS_INLINE_FUNCTION void advance(Pack &pack, const bool (&active)[W], double (&r)[n][W],
                                      double (&norm)[W], double (&lowest)[W]) const {
    double start[n][W], step[n][W], before[W], part[W];
    for (int i = 0; i < n; ++i)
      for (int lane = 0; lane < W; ++lane) {
        start[i][lane] = pack.x[i][lane];
        step[i][lane] = active[lane] ? r[i][lane] : 0.0;
      }
    for (int lane = 0; lane < W; ++lane) {
      before[lane] = norm[lane];
      part[lane] = 1;
    }
    for (int halvings = 0; halvings <= k_most_halvings; ++halvings) {
      for (int i = 0; i < n; ++i) {
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          pack.x[i][lane] = start[i][lane] - part[lane] * step[i][lane];
      }
      residual(pack, r, norm, lowest);
      bool grows = false;
      for (int lane = 0; lane < W; ++lane)
        if (is_newton && active[lane] && !(norm[lane] < before[lane])) {
          part[lane] *= 0.5;
          grows = true;
        }
      if (!grows)
        return;
    }
  }
};

} // namespace curlew::dgtd
