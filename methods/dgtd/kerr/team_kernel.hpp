#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/methods/dgtd/kerr/kerr_tables.hpp>
#include <curlew/methods/dgtd/kerr/team_scratch.hpp>
#include <curlew/methods/dgtd/packed/packed_kernel.hpp>

namespace curlew::dgtd {

// Solves KerrKernel's equation in full third and fourth order: a team takes a tet, with its matrix
// in the team's scratch, and integrals by BernsteinTables. On hosts a team is one thread, which
// takes Packs::k_lanes points or polynomials at a time; on devices its threads share them. Verified
// by DgtdKerrOrders.*.
template <class Space, NonlinearForm form> struct TeamKerrKernel {
  using Layout = Packs<Space>;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Work = KerrScratch<Space>;
  static constexpr int W = Layout::k_lanes;
  static constexpr int k_team = is_device<Space> ? DeviceTraits<Space>::k_team / 2 : 1;
  static constexpr bool k_symmetric = form != NonlinearForm::midpoint;
  static constexpr int k_slopes = k_symmetric ? 6 : 9; // entries of a slope of D
  static constexpr int k_most_halvings = 10;

  KerrTables<Space> tables;
  Kokkos::View<double *, Space> e;
  bool is_newton;
  double tolerance;
  int max_iterations;

  std::size_t scratch_doubles() const { return Work::doubles(tables.bernstein, k_slopes, k_team); }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Index k = team.league_rank();
    const int rank = team.team_rank();
    if (tables.is_padding(k) != 0) {
      if (rank == 0)
        tell(k, 0, 0, 0, 1);
      return;
    }
    const Work work(team.team_scratch(1), tables.bernstein, k_slopes, k_team);
    KerrPoint at;
    const double size = load(team, k, work, at);
    double norm = residual(team, work, at);
    int iterations = 0;
    for (; iterations < max_iterations && !has_converged(norm, size); ++iterations) {
      jacobian(team, work, at);
      solve(team, work);
      norm = advance(team, work, at, norm);
    }
    store(team, k, work);
    if (rank == 0) {
      double lowest = work.lowest[0];
      for (int thread = 1; thread < k_team; ++thread)
        lowest = work.lowest[thread] < lowest ? work.lowest[thread] : lowest;
      tell(k, norm, size, iterations, lowest);
    }
  }

  // Reads a tet; returns the squared norm of the moments of D.
  KOKKOS_INLINE_FUNCTION double load(const Team &team, Index k, const Work &work,
                                     KerrPoint &at) const {
    const int n = tables.n;
    for (int m = 0; m < 6; ++m)
      at.metric[m] = tables.metric(Layout::at(k, m, 6));
    const double loss = tables.medium(Layout::at(k, 1, 4));
    at.eps = tables.medium(Layout::at(k, 0, 4)) + loss;
    at.chi3 = tables.medium(Layout::at(k, 2, 4));
    at.inverse_volume = tables.medium(Layout::at(k, 3, 4));
    const Index slot = tables.slots(k);
    for (int i = team.team_rank(); i < n; i += stride(team)) {
      const double x = e(Layout::at(slot, i, n)), x0 = tables.before(Layout::at(k, i, n)),
                   d0 = tables.displacement(Layout::at(k, i, n));
      const double change = at.eps * (x - x0);
      work.x[i] = x;
      work.x0[i] = x0;
      work.target[i] = form == NonlinearForm::energy ? change : d0 + change + loss * x0;
      work.start[i] = form == NonlinearForm::energy ? d0 + change : work.target[i];
    }
    team.team_barrier();
    if constexpr (form != NonlinearForm::exact)
      components(team, work.x0, work.c0);
    moments(team, work, at, work.start);
    const double size = square(work.goal);
    if constexpr (form == NonlinearForm::energy) {
      team.team_barrier();
      moments(team, work, at, work.target);
    }
    return size;
  }

  // Computes the moments of the flux less their goal; returns their squared norm, and writes the
  // least eps_r + 3 chi3 |E|^2 of each thread's points.
  KOKKOS_INLINE_FUNCTION double residual(const Team &team, const Work &work,
                                         const KerrPoint &at) const {
    const BernsteinTables<Space> &basis = tables.bernstein;
    const int wide = basis.wide_points;
    double lowest = 1e300;
    components(team, work.x, work.c);
    for (int q = team.team_rank() * W; q < wide; q += stride(team) * W) {
      double u[3][W], u0[3][W];
      fields(work.c, q, u);
      if constexpr (form != NonlinearForm::exact)
        fields(work.c0, q, u0);
      for (int lane = 0; lane < W; ++lane) {
        double d[3] = {0, 0, 0};
        if (q + lane < tables.points) {
          double here[3], earlier[3];
          pick(u, u0, lane, here, earlier);
          const double tangent = at.eps + 3 * at.chi3 * kerr_flux<form>(at, here, earlier, d);
          lowest = tangent < lowest ? tangent : lowest;
        }
        const double weight = q + lane < tables.points ? tables.weights(q + lane) : 0.0;
        for (int c = 0; c < 3; ++c)
          work.slopes[c * wide + q + lane] = weight * d[c];
      }
    }
    work.lowest[team.team_rank()] = lowest;
    team.team_barrier();
    integrate<3>(team, work.slopes, basis.by_point, basis.wide_polynomials, basis.polynomials,
                 work.c);
    for (int i = team.team_rank(); i < tables.n; i += stride(team)) {
      const double *g = &basis.covectors(3 * i), *f = work.c + 3 * (i / 3);
      work.r[i] = g[0] * f[0] + g[1] * f[1] + g[2] * f[2] - work.goal[i];
    }
    team.team_barrier();
    return square(work.r);
  }

  // Computes the derivative of the residual by the unknowns, n x n by rows; for symmetric matrices
  // the diagonal and the entries right of it.
  KOKKOS_INLINE_FUNCTION void jacobian(const Team &team, const Work &work,
                                       const KerrPoint &at) const {
    const BernsteinTables<Space> &basis = tables.bernstein;
    const int wide = basis.wide_points, n = tables.n;
    components(team, work.x, work.c);
    for (int q = team.team_rank() * W; q < wide; q += stride(team) * W) {
      double u[3][W], u0[3][W];
      fields(work.c, q, u);
      if constexpr (form != NonlinearForm::exact)
        fields(work.c0, q, u0);
      for (int lane = 0; lane < W; ++lane) {
        double here[3], earlier[3], slope[3][3];
        pick(u, u0, lane, here, earlier);
        kerr_slope<form>(at, !is_newton, here, earlier, slope);
        const double weight = q + lane < tables.points ? tables.weights(q + lane) : 0.0;
        for (int m = 0; m < k_slopes; ++m) {
          const int row = k_symmetric ? metric_row(m) : m / 3,
                    column = k_symmetric ? metric_column(m) : m % 3;
          work.slopes[m * wide + q + lane] = weight * slope[row][column];
        }
      }
    }
    team.team_barrier();
    integrate<k_slopes>(team, work.slopes, basis.products_at, basis.wide_products, basis.products,
                        work.products);
    for (int i = 0; i < n; ++i) {
      const double *g = &basis.covectors(3 * i);
      for (int j = (k_symmetric ? i : 0) + team.team_rank(); j < n; j += stride(team)) {
        const int pair = (i / 3) * basis.polynomials + j / 3;
        const double *t = work.products + basis.product_of(pair) * k_slopes,
                     *h = &basis.covectors(3 * j);
        work.matrix[i * n + j] = basis.factor_of(pair) * between(g, t, h);
      }
    }
    team.team_barrier();
  }

  // Computes the step matrix^-1 r, by elimination without pivots as in KerrKernel; overwrites r.
  KOKKOS_INLINE_FUNCTION void solve(const Team &team, const Work &work) const {
    const int n = tables.n;
    double *matrix = work.matrix;
    for (int j = 0; j < n; ++j) {
      const double *pivot = matrix + j * n;
      for (int i = j + 1; i < n; ++i) {
        double *row = matrix + i * n;
        const double factor = (k_symmetric ? pivot[i] : row[j]) / pivot[j];
        const int first = k_symmetric ? i : j + 1;
        if constexpr (is_device<Space>) {
          // neighbouring threads take neighbouring columns
          for (int k = first + team.team_rank(); k < n; k += team.team_size())
            row[k] -= factor * pivot[k];
        } else {
          CURLEW_LANES
          for (int k = first; k < n; ++k)
            row[k] -= factor * pivot[k];
        }
        if (team.team_rank() == 0)
          work.r[i] -= factor * work.r[j];
      }
      team.team_barrier();
    }
    for (int i = n - 1; i >= 0; --i) {
      const double value = work.r[i] / matrix[i * n + i];
      for (int k = team.team_rank(); k < i; k += stride(team))
        work.r[k] -= matrix[k * n + i] * value;
      if (team.team_rank() == 0)
        work.step[i] = value;
      team.team_barrier();
    }
  }

  // Computes x -= step, halved while that does not lower the residual (Newton's method).
  KOKKOS_INLINE_FUNCTION double advance(const Team &team, const Work &work, const KerrPoint &at,
                                        double before) const {
    double part = 1, norm = before;
    for (int i = team.team_rank(); i < tables.n; i += stride(team))
      work.start[i] = work.x[i];
    for (int halvings = 0; halvings <= k_most_halvings; ++halvings) {
      for (int i = team.team_rank(); i < tables.n; i += stride(team))
        work.x[i] = work.start[i] - part * work.step[i];
      team.team_barrier();
      norm = residual(team, work, at);
      if (!is_newton || norm < before)
        break;
      part *= 0.5;
    }
    return norm;
  }

  KOKKOS_INLINE_FUNCTION void store(const Team &team, Index k, const Work &work) const {
    const int n = tables.n;
    const Index slot = tables.slots(k);
    const double loss = tables.medium(Layout::at(k, 1, 4));
    for (int i = team.team_rank(); i < n; i += stride(team)) {
      const double x = work.x[i];
      double &displacement = tables.displacement(Layout::at(k, i, n));
      e(Layout::at(slot, i, n)) = x;
      if constexpr (form == NonlinearForm::energy)
        displacement += work.target[i] - loss * (x - work.x0[i]);
      else
        displacement = work.target[i] - loss * x;
    }
  }

private:
  // Returns the stride of a thread: 1 on hosts, as a constant for their compilers.
  KOKKOS_INLINE_FUNCTION static int stride(const Team &team) {
    if constexpr (is_device<Space>)
      return team.team_size();
    else
      return 1;
  }

  // True for a small norm; false where the norm is not a number.
  KOKKOS_INLINE_FUNCTION bool has_converged(double norm, double size) const {
    return norm <= tolerance * tolerance * size;
  }

  KOKKOS_INLINE_FUNCTION void tell(Index k, double norm, double size, int iterations,
                                   double lowest) const {
    tables.iterations(k) = iterations;
    tables.status(k) = !(lowest > 0)               ? k_kerr_not_admissible
                       : has_converged(norm, size) ? k_kerr_solved
                                                   : k_kerr_not_converged;
    tables.lowest(k) = lowest;
    tables.residual(k) = size > 0 ? sqrt(norm / size) : 0.0;
  }

  // Returns the squared norm. Every thread adds up all: as fast as to share so few, and alike for
  // any size of teams.
  KOKKOS_INLINE_FUNCTION double square(const double *r) const {
    double sum = 0;
    for (int i = 0; i < tables.n; ++i)
      sum += r[i] * r[i];
    return sum;
  }

  // Computes the covariant components that belong to each polynomial, from unknowns.
  KOKKOS_INLINE_FUNCTION void components(const Team &team, const double *x, double *c) const {
    for (int entry = team.team_rank(); entry < tables.n; entry += stride(team)) {
      const int first = entry - entry % 3, axis = entry % 3;
      double sum = 0;
      for (int i = first; i < first + 3; ++i)
        sum += x[i] * tables.bernstein.covectors(3 * i + axis);
      c[entry] = sum;
    }
    team.team_barrier();
  }

  // Computes goal = the mass matrix of a unit medium times unknowns.
  KOKKOS_INLINE_FUNCTION void moments(const Team &team, const Work &work, const KerrPoint &at,
                                      const double *x) const {
    const BernsteinTables<Space> &basis = tables.bernstein;
    components(team, x, work.c);
    for (int i = team.team_rank(); i < tables.n; i += stride(team)) {
      const int first = (i / 3) * basis.polynomials;
      double sum[3] = {0, 0, 0}, w[3];
      for (int b = 0; b < basis.polynomials; ++b)
        for (int axis = 0; axis < 3; ++axis)
          sum[axis] += basis.factor_of(first + b) * work.c[3 * b + axis];
      at.raise(sum, w);
      const double *g = &basis.covectors(3 * i);
      work.goal[i] = basis.integral * (g[0] * w[0] + g[1] * w[1] + g[2] * w[2]);
    }
    team.team_barrier();
  }

  // Computes the covariant components at W points.
  KOKKOS_INLINE_FUNCTION void fields(const double *c, int q, double (&u)[3][W]) const {
    const BernsteinTables<Space> &basis = tables.bernstein;
    for (int axis = 0; axis < 3; ++axis)
      for (int lane = 0; lane < W; ++lane)
        u[axis][lane] = 0;
    for (int a = 0; a < basis.polynomials; ++a) {
      const double *values = &basis.by_polynomial(static_cast<Offset>(a) * basis.wide_points + q);
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane) {
        u[0][lane] += values[lane] * c[3 * a];
        u[1][lane] += values[lane] * c[3 * a + 1];
        u[2][lane] += values[lane] * c[3 * a + 2];
      }
    }
  }
  KOKKOS_INLINE_FUNCTION static void pick(const double (&u)[3][W], const double (&u0)[3][W],
                                          int lane, double (&here)[3], double (&earlier)[3]) {
    for (int axis = 0; axis < 3; ++axis) {
      here[axis] = u[axis][lane];
      earlier[axis] = form == NonlinearForm::exact ? 0 : u0[axis][lane];
    }
  }

  // Computes result[p][entry] = the sum over all points of entries there times polynomials.
  template <int Entries>
  KOKKOS_INLINE_FUNCTION void integrate(const Team &team, const double *entries,
                                        const Kokkos::View<const double *, Space> &at, int wide,
                                        int polynomials, double *result) const {
    for (int p = team.team_rank() * W; p < wide; p += stride(team) * W) {
      double sum[Entries][W];
      for (int m = 0; m < Entries; ++m)
        for (int lane = 0; lane < W; ++lane)
          sum[m][lane] = 0;
      for (int q = 0; q < tables.points; ++q) {
        const double *values = &at(static_cast<Offset>(q) * wide + p);
        for (int m = 0; m < Entries; ++m) {
          const double entry = entries[m * tables.bernstein.wide_points + q];
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane)
            sum[m][lane] += values[lane] * entry;
        }
      }
      for (int lane = 0; lane < W && p + lane < polynomials; ++lane)
        for (int m = 0; m < Entries; ++m)
          result[(p + lane) * Entries + m] = sum[m][lane];
    }
    team.team_barrier();
  }

  // Returns g . (T h), T given by the entries of a slope.
  KOKKOS_INLINE_FUNCTION static double between(const double *g, const double *t, const double *h) {
    if constexpr (k_symmetric)
      return g[0] * (t[0] * h[0] + t[3] * h[1] + t[4] * h[2]) +
             g[1] * (t[3] * h[0] + t[1] * h[1] + t[5] * h[2]) +
             g[2] * (t[4] * h[0] + t[5] * h[1] + t[2] * h[2]);
    else
      return g[0] * (t[0] * h[0] + t[1] * h[1] + t[2] * h[2]) +
             g[1] * (t[3] * h[0] + t[4] * h[1] + t[5] * h[2]) +
             g[2] * (t[6] * h[0] + t[7] * h[1] + t[8] * h[2]);
  }
};

} // namespace curlew::dgtd
