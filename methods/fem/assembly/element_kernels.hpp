#pragma once

#include <curlew/methods/fem/assembly/tet_tables.hpp>

namespace curlew::fem {

// y := A x of a symmetric metric.
template <class Number, class Complex>
KOKKOS_INLINE_FUNCTION void times(const Metric<Number> &metric, const Complex *x, Complex *y) {
  const Number *a = metric.symmetric; // 11, 22, 33, 12, 13, 23
  y[0] = a[0] * x[0] + a[3] * x[1] + a[4] * x[2];
  y[1] = a[3] * x[0] + a[1] * x[1] + a[5] * x[2];
  y[2] = a[4] * x[0] + a[5] * x[1] + a[2] * x[2];
}

// A matrix of mixed first order times a vector, from the metrics of a straight tet (weights
// included) and the values x of its six edges. With X the antisymmetric 4 x 4 matrix of these,
//   E = sum_a l_a v_a,  v_a = sum_b X_ab grad l_b,  curl E = 2 sum_(a<b) X_ab grad l_a x grad l_b,
// so that the integrals of l_a l_b over the reference tet, (1 + [a = b]) / 120, give
//   y_ab = u_a . grad l_b - u_b . grad l_a,  u_a = A (v_a + sum_c v_c) / 120,
// and the curls 2/3 of their products: fewer operations than by the table of all pairs, and as
// exact. y += the product. Verified by ElementProducts.*.
template <class Number, class Complex>
KOKKOS_INLINE_FUNCTION void add_edge_product(const Metric<Number> &curl, const Metric<Number> &mass,
                                             const Complex &curl_factor, const Complex &mass_factor,
                                             const Complex *x, Complex *y) {
  const Complex v[4][3] = {{x[0], x[1], x[2]},
                           {x[0], x[3] + x[0], x[4] + x[0]},
                           {x[1] - x[3], x[1], x[5] + x[1]},
                           {x[2] - x[4], x[2] - x[5], x[2]}};
  Complex u[4][3], of_vertex_0[4]; // -u . grad l_0
  Complex sum[3];
  for (int k = 0; k < 3; ++k)
    sum[k] = v[0][k] + v[1][k] + v[2][k] + v[3][k];
  const Complex mass_scale = mass_factor / 120.0;
  for (int a = 0; a < 4; ++a) {
    Complex w[3];
    for (int k = 0; k < 3; ++k)
      w[k] = mass_scale * (v[a][k] + sum[k]);
    times(mass, w, u[a]);
    of_vertex_0[a] = u[a][0] + u[a][1] + u[a][2];
  }
  const Complex scale = curl_factor * (2.0 / 3);
  const Complex c[3] = {scale * (x[5] + x[1] - x[2]), scale * (x[2] - x[0] - x[4]),
                        scale * (x[3] + x[0] - x[1])};
  Complex m[3];
  times(curl, c, m);
  y[0] += u[0][0] + of_vertex_0[1] + m[2] - m[1];
  y[1] += u[0][1] + of_vertex_0[2] + m[0] - m[2];
  y[2] += u[0][2] + of_vertex_0[3] + m[1] - m[0];
  y[3] += u[1][1] - u[2][0] + m[2];
  y[4] += u[1][2] - u[3][0] - m[1];
  y[5] += u[2][2] - u[3][1] + m[0];
}

// A curved tet, by its number among `curved`, and the tensors of its medium.
struct CurvedTet {
  TetShape shape;
  Tensor<Kokkos::complex<double>> eps, inverse_mu;

  template <class Space>
  KOKKOS_INLINE_FUNCTION CurvedTet(const TetTables<Space> &tables, Index number)
      : shape(tables.curved_shape(number)) {
    const Index medium = tables.medium(tables.curved(number));
    eps = tables.eps(medium).full();
    inverse_mu = tables.inverse_mu(medium).full();
  }
};

// The rows of one tet's matrix where kernels run: its product with x, or its diagonal.
template <int k_blocks, class Space> struct TetRows {
  using Complex = Kokkos::complex<double>;
  static constexpr int k_functions = basis_size<3>(k_blocks);
  const TetTables<Space> &tables;
  const Weights &weights;

  // y := A_t x.
  KOKKOS_INLINE_FUNCTION void product(Index tet, const Complex *x, Complex *y) const {
    for (int i = 0; i < k_functions; ++i)
      y[i] = 0;
    const Index medium = tables.medium(tet);
    const DeviceTensor &eps = tables.eps(medium), &inverse_mu = tables.inverse_mu(medium);
    if constexpr (k_blocks == 1) {
      const TetFrame frame = tables.frame(tet);
      if (eps.is_isotropic && inverse_mu.is_isotropic)
        return add_edge_product(curl_metric(frame), mass_metric(frame),
                                weights.curl * inverse_mu.entries[0], weights.mass * eps.entries[0],
                                x, y);
      add_edge_product(curl_metric(frame, inverse_mu.full()), mass_metric(frame, eps.full()),
                       weights.curl, weights.mass, x, y);
    } else {
      const TetMetrics metrics = tet_metrics(tables.frame(tet), eps, inverse_mu, weights);
      for (int i = 0; i < k_functions; ++i)
        for (int j = 0; j <= i; ++j) {
          const Complex value = tables.entry(metrics, i, j);
          y[i] += value * x[j];
          if (j < i)
            y[j] += value * x[i];
        }
    }
  }

  // The same of a curved tet, by its number among `curved`: E and curl E at each point of the rule.
  KOKKOS_INLINE_FUNCTION void curved_product(Index number, const Complex *x, Complex *y) const {
    const CurvedTet tet(tables, number);
    const auto &rule = tables.quadrature;
    for (int i = 0; i < k_functions; ++i)
      y[i] = 0;
    for (int q = 0; q < static_cast<int>(rule.weights.extent(0)); ++q) {
      const TetFrame frame = frame_at(tet.shape, &rule.points(q, 0));
      Complex e[3] = {0, 0, 0}, curl[3] = {0, 0, 0}, d[3], h[3];
      for (int j = 0; j < k_functions; ++j)
        for (int k = 0; k < 3; ++k) {
          e[k] += rule.values(q, j, k) * x[j];
          curl[k] += rule.curls(q, j, k) * x[j];
        }
      times(mass_metric(frame, tet.eps), e, d);
      times(curl_metric(frame, tet.inverse_mu), curl, h);
      for (int k = 0; k < 3; ++k) {
        d[k] *= rule.weights(q) * weights.mass;
        h[k] *= rule.weights(q) * weights.curl;
      }
      for (int i = 0; i < k_functions; ++i)
        for (int k = 0; k < 3; ++k)
          y[i] += rule.values(q, i, k) * d[k] + rule.curls(q, i, k) * h[k];
    }
  }

  // d := the diagonal of A_t.
  KOKKOS_INLINE_FUNCTION void diagonal(Index tet, Complex *d) const {
    const Index medium = tables.medium(tet);
    const TetMetrics metrics =
        tet_metrics(tables.frame(tet), tables.eps(medium), tables.inverse_mu(medium), weights);
    for (int i = 0; i < k_functions; ++i)
      d[i] = tables.entry(metrics, i, i);
  }
  KOKKOS_INLINE_FUNCTION void curved_diagonal(Index number, Complex *d) const {
    const CurvedTet tet(tables, number);
    const auto &rule = tables.quadrature;
    for (int i = 0; i < k_functions; ++i)
      d[i] = 0;
    for (int q = 0; q < static_cast<int>(rule.weights.extent(0)); ++q) {
      const TetFrame frame = frame_at(tet.shape, &rule.points(q, 0));
      const Metric<Complex> mass = mass_metric(frame, tet.eps),
                            curl = curl_metric(frame, tet.inverse_mu);
      for (int i = 0; i < k_functions; ++i)
        d[i] += rule.weights(q) * (weights.mass * square(mass, &rule.values(q, i, 0)) +
                                   weights.curl * square(curl, &rule.curls(q, i, 0)));
    }
  }

private:
  // u . A u
  KOKKOS_INLINE_FUNCTION static Complex square(const Metric<Complex> &metric, const double *u) {
    Complex sum = 0;
    for (int m = 0; m < 6; ++m)
      sum += (m < 3 ? 1.0 : 2.0) * u[metric_row(m)] * u[metric_column(m)] * metric.symmetric[m];
    return sum;
  }
};

} // namespace curlew::fem
