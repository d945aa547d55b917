#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>

namespace curlew::mom {

// Replaces a point charge along one axis by weights on M + 1 neighbouring nodes of the grid, which
// depend only on the point's position among them. The weights give the potentials of the charge
// exactly where these are combinations of M + 1 functions of the position s (in spacings, from the
// middle of the nodes): for Lagrange weights 1, s ... s^M; for fitted ones
//   1, s, cos k_i s, sin k_i s,  i = 1 ... (M - 1) / 2,
// with wavenumbers spread like Chebyshev's points between 0 and the wavenumber of the waves, so
// that plane waves from all directions have small errors: 6 (M = 3) and 26 (M = 5) times smaller
// ones.
struct Stencil {
  static constexpr int k_most = 6; // largest number of nodes

  int nodes = 4; // M + 1
  bool is_fitted = false;
  double wavenumber[2] = {0, 0}; // k_i times the spacing
  // [node][function]: inverse of the matrix of the functions at the nodes.
  double inverse[k_most][k_most] = {};

  int order() const { return nodes - 1; }

  // Returns the first node of a point at u, in spacings.
  KOKKOS_INLINE_FUNCTION int base(double u) const {
    return static_cast<int>(std::floor(u - 0.5 * (nodes - 2)));
  }

  // Computes the weights of the nodes from `base` on, and their derivatives by u.
  KOKKOS_INLINE_FUNCTION void weights(double u, int base, double *w, double *slope) const {
    const double s = u - base - 0.5 * (nodes - 1);
    double f[k_most] = {1, s}, g[k_most] = {0, 1};
    if (is_fitted)
      for (int j = 0; j < 2 && 2 * j + 2 < nodes; ++j) {
        const double k = wavenumber[j], c = std::cos(k * s), d = std::sin(k * s);
        f[2 * j + 2] = c;
        f[2 * j + 3] = d;
        g[2 * j + 2] = -k * d;
        g[2 * j + 3] = k * c;
      }
    else
      for (int i = 2; i < nodes; ++i) {
        f[i] = s * f[i - 1];
        g[i] = i * f[i - 1];
      }
    for (int a = 0; a < nodes; ++a) {
      w[a] = slope[a] = 0;
      for (int i = 0; i < nodes; ++i) {
        w[a] += inverse[a][i] * f[i];
        slope[a] += inverse[a][i] * g[i];
      }
    }
  }
};

// Makes the stencil of order M = 3 or 5; `phase`: the wavenumber times the spacing. The weights are
// fitted for a phase of 0.05 and more: below it the functions are too similar.
Stencil make_stencil(int order, double phase);

} // namespace curlew::mom
