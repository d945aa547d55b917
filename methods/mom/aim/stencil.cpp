#include <curlew/methods/mom/aim/stencil.hpp>

#include <curlew/core/constants.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace curlew::mom {
namespace {

constexpr double k_least_phase = 0.05;

// Inverts a matrix by Gauss-Jordan elimination, with exchange of rows.
void invert(int n, double (&a)[Stencil::k_most][Stencil::k_most]) {
  double work[Stencil::k_most][2 * Stencil::k_most] = {};
  for (int i = 0; i < n; ++i) {
    std::copy(a[i], a[i] + n, work[i]);
    work[i][n + i] = 1;
  }
  for (int c = 0; c < n; ++c) {
    int pivot = c;
    for (int r = c + 1; r < n; ++r)
      if (std::abs(work[r][c]) > std::abs(work[pivot][c]))
        pivot = r;
    std::swap_ranges(work[c], work[c] + 2 * n, work[pivot]);
    const double scale = 1 / work[c][c];
    for (int k = 0; k < 2 * n; ++k)
      work[c][k] *= scale;
    for (int r = 0; r < n; ++r)
      if (r != c) {
        const double factor = work[r][c];
        for (int k = 0; k < 2 * n; ++k)
          work[r][k] -= factor * work[c][k];
      }
  }
  for (int i = 0; i < n; ++i)
    std::copy(work[i] + n, work[i] + 2 * n, a[i]);
}

} // namespace

Stencil make_stencil(int order, double phase) {
  Stencil stencil;
  stencil.nodes = order + 1;
  stencil.is_fitted = phase >= k_least_phase;
  const int m = (order + 1) / 2;
  const auto chebyshev = [m](int j) { return std::cos(k_pi * (2 * j - 1) / (2 * m)); };
  for (int j = 1; j < m; ++j)
    stencil.wavenumber[j - 1] =
        phase * std::sqrt((chebyshev(j) - chebyshev(m)) / (1 - chebyshev(m)));
  // Column b of the matrix to invert holds the functions at node b.
  for (int b = 0; b <= order; ++b) {
    const double s = b - 0.5 * order;
    for (int i = 0; i <= order; ++i) {
      double value = i == 0 ? 1 : s;
      if (i >= 2 && !stencil.is_fitted)
        value = std::pow(s, i);
      else if (i >= 2)
        value = i % 2 == 0 ? std::cos(stencil.wavenumber[i / 2 - 1] * s)
                           : std::sin(stencil.wavenumber[i / 2 - 1] * s);
      stencil.inverse[i][b] = value;
    }
  }
  invert(stencil.nodes, stencil.inverse);
  return stencil;
}

} // namespace curlew::mom
