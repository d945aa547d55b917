#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/dgtd/kerr/nonlinear.hpp>

namespace curlew::dgtd {

// Medium and shape of a tet at a point, from which D follows. Fields are covariant components on
// the reference tet; `metric` A = |det J| J^-1 J^-T (xx, yy, zz, xy, xz, yz) turns them into
// densities there, so that the integral of N . D is that of phi . (A u) over the reference tet.
struct KerrPoint {
  double metric[6];
  double eps = 1, chi3 = 0;  // eps: eps_r and the part that conductivity adds in a step
  double inverse_volume = 1; // 1 / |det J|: |E|^2 = inverse_volume u . A u

  KOKKOS_INLINE_FUNCTION void raise(const double (&u)[3], double (&w)[3]) const {
    w[0] = metric[0] * u[0] + metric[3] * u[1] + metric[4] * u[2];
    w[1] = metric[3] * u[0] + metric[1] * u[1] + metric[5] * u[2];
    w[2] = metric[4] * u[0] + metric[5] * u[1] + metric[2] * u[2];
  }
  KOKKOS_INLINE_FUNCTION double product(const double (&u)[3], const double (&w)[3]) const {
    return inverse_volume * (u[0] * w[0] + u[1] * w[1] + u[2] * w[2]);
  }
};

// Computes D over eps0 at the end of a step (energy: its change) for E = u there and u0 before the
// step; returns |E|^2.
template <NonlinearForm form>
KOKKOS_INLINE_FUNCTION double kerr_flux(const KerrPoint &at, const double (&u)[3],
                                        const double (&u0)[3], double (&flux)[3]) {
  double w[3];
  at.raise(u, w);
  const double size = at.product(u, w);
  if constexpr (form == NonlinearForm::exact) {
    const double eps = at.eps + at.chi3 * size;
    for (int k = 0; k < 3; ++k)
      flux[k] = eps * w[k];
  } else {
    const double mean[3] = {0.5 * (u[0] + u0[0]), 0.5 * (u[1] + u0[1]), 0.5 * (u[2] + u0[2])};
    double wm[3];
    at.raise(mean, wm);
    const double mm = at.product(mean, wm);
    if constexpr (form == NonlinearForm::midpoint) {
      for (int k = 0; k < 3; ++k)
        flux[k] = (at.eps + at.chi3 * mm) * w[k];
    } else {
      const double change[3] = {u[0] - u0[0], u[1] - u0[1], u[2] - u0[2]};
      double wd[3];
      at.raise(change, wd);
      const double eps = at.eps + at.chi3 * (mm + 0.75 * at.product(change, wd));
      const double along = 2 * at.chi3 * at.product(change, wm);
      for (int k = 0; k < 3; ++k)
        flux[k] = eps * wd[k] + along * wm[k];
    }
  }
  return size;
}

// Computes the two parts of the slope below: eps (returned) is multiplied by the metric,
// chi3 / |det J| by `outer`.
template <NonlinearForm form>
KOKKOS_INLINE_FUNCTION double kerr_slope_parts(const KerrPoint &at, bool secant,
                                               const double (&u)[3], const double (&u0)[3],
                                               double (&outer)[3][3]) {
  double w[3], eps = at.eps;
  at.raise(u, w);
  if constexpr (form == NonlinearForm::exact) {
    eps += at.chi3 * at.product(u, w);
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        outer[k][l] = secant ? 0 : 2 * w[k] * w[l];
  } else {
    const double mean[3] = {0.5 * (u[0] + u0[0]), 0.5 * (u[1] + u0[1]), 0.5 * (u[2] + u0[2])};
    double wm[3];
    at.raise(mean, wm);
    eps += at.chi3 * at.product(mean, wm);
    if constexpr (form == NonlinearForm::midpoint) {
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          outer[k][l] = secant ? 0 : w[k] * wm[l];
    } else {
      const double change[3] = {u[0] - u0[0], u[1] - u0[1], u[2] - u0[2]};
      double wd[3];
      at.raise(change, wd);
      eps += at.chi3 * 0.75 * at.product(change, wd);
      if (!secant)
        eps += at.chi3 * at.product(change, wm);
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          outer[k][l] = 2 * wm[k] * wm[l] +
                        (secant ? 0 : wd[k] * wm[l] + wm[k] * wd[l] + 1.5 * wd[k] * wd[l]);
    }
  }
  return eps;
}

// Computes the derivative of kerr_flux by u (Newton's method), or its secant, with which
// flux = slope u (energy: u - u0), row by row.
template <NonlinearForm form>
KOKKOS_INLINE_FUNCTION void kerr_slope(const KerrPoint &at, bool secant, const double (&u)[3],
                                       const double (&u0)[3], double (&slope)[3][3]) {
  const double factor = at.chi3 * at.inverse_volume;
  double outer[3][3] = {};
  const double eps = kerr_slope_parts<form>(at, secant, u, u0, outer);
  const double &xx = at.metric[0], &yy = at.metric[1], &zz = at.metric[2], &xy = at.metric[3],
               &xz = at.metric[4], &yz = at.metric[5];
  const double metric[3][3] = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l)
      slope[k][l] = eps * metric[k][l] + factor * outer[k][l];
}

} // namespace curlew::dgtd
