#pragma once

#include <curlew/methods/fem/assembly/tet_tables.hpp>

namespace curlew::fem {

// y := A x for a symmetric metric A.
template <class Number, class Complex>
KOKKOS_INLINE_FUNCTION void times(const Metric<Number> &metric, const Complex *x, Complex *y) {
  const Number *a = metric.symmetric; // 11, 22, 33, 12, 13, 23
  y[0] = a[0] * x[0] + a[3] * x[1] + a[4] * x[2];
  y[1] = a[3] * x[0] + a[1] * x[1] + a[5] * x[2];
  y[2] = a[4] * x[0] + a[5] * x[1] + a[2] * x[2];
}

// Adds a matrix of mixed first order times a vector to y, from the metrics of a straight tet
// (weights included) and the values x of its six edges. With X the antisymmetric 4 x 4 matrix of
// these values,
//   E = sum_ac l_a X_ac grad l_c,  curl E = 2 sum_(a<b) X_ab grad l_a x grad l_b.
// The mass matrix gives, with g_ab = grad l_a . A grad l_b and the integrals of l_a l_b over the
// reference tet, (1 + [a = b]) / 120,
//   120 y_ab = sum_c (X_ac g_cb - X_bc g_ca) + s_b - s_a,  s_b = sum_cd X_cd g_db
// and the curls give 2/3 of their products. This takes fewer operations than the table of all
// pairs, and is as exact. Verified by ElementProducts.*.
template <class Complex>
KOKKOS_INLINE_FUNCTION void add_edge_product(const Metric<double> &curl, const Metric<double> &mass,
                                             const Complex &curl_factor, const Complex &mass_factor,
                                             const Complex *x, Complex *y) {
  const double g11 = mass.symmetric[0], g22 = mass.symmetric[1], g33 = mass.symmetric[2],
               g12 = mass.symmetric[3], g13 = mass.symmetric[4], g23 = mass.symmetric[5];
  const double g01 = -(g11 + g12 + g13), g02 = -(g12 + g22 + g23), g03 = -(g13 + g23 + g33),
               g00 = -(g01 + g02 + g03);
  const Complex r0 = x[0] + x[1] + x[2], r1 = x[3] + x[4] - x[0], r2 = x[5] - x[1] - x[3],
                r3 = x[2] + x[4] + x[5]; // the last one is -r_3
  const Complex s0 = g03 * r3 - g00 * r0 - g01 * r1 - g02 * r2,
                s1 = g13 * r3 - g01 * r0 - g11 * r1 - g12 * r2,
                s2 = g23 * r3 - g02 * r0 - g12 * r1 - g22 * r2,
                s3 = g33 * r3 - g03 * r0 - g13 * r1 - g23 * r2;
  const Complex k1 = x[5] + x[1] - x[2], k2 = x[2] - x[0] - x[4], k3 = x[3] + x[0] - x[1];
  const double *t = curl.symmetric; // 11, 22, 33, 12, 13, 23
  const Complex curl_scale = curl_factor * (2.0 / 3), mass_scale = mass_factor / 120.0;
  const Complex c1 = curl_scale * (t[0] * k1 + t[3] * k2 + t[4] * k3),
                c2 = curl_scale * (t[3] * k1 + t[1] * k2 + t[5] * k3),
                c3 = curl_scale * (t[4] * k1 + t[5] * k2 + t[2] * k3);
  y[0] += c3 - c2 +
          mass_scale * (g11 * x[0] + g12 * x[1] + g13 * x[2] + g00 * x[0] - g02 * x[3] -
                        g03 * x[4] + s1 - s0);
  y[1] += c1 - c3 +
          mass_scale * (g12 * x[0] + g22 * x[1] + g23 * x[2] + g00 * x[1] + g01 * x[3] -
                        g03 * x[5] + s2 - s0);
  y[2] += c2 - c1 +
          mass_scale * (g13 * x[0] + g23 * x[1] + g33 * x[2] + g00 * x[2] + g01 * x[4] +
                        g02 * x[5] + s3 - s0);
  y[3] += c3 + mass_scale * (g22 * x[3] + g23 * x[4] - g02 * x[0] + g01 * x[1] + g11 * x[3] -
                             g13 * x[5] + s2 - s1);
  y[4] += mass_scale * (g23 * x[3] + g33 * x[4] - g03 * x[0] + g01 * x[2] + g11 * x[4] +
                        g12 * x[5] + s3 - s1) -
          c2;
  y[5] += c1 + mass_scale * (g33 * x[5] - g03 * x[1] - g13 * x[3] + g02 * x[2] + g12 * x[4] +
                             g22 * x[5] + s3 - s2);
}

// A curved tet, identified by its number among `curved`, and the tensors of its medium.
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

// Rows of one tet's matrix in kernels: the product of the matrix with x, or its diagonal. k_plain:
// all media are isotropic, for a kernel of few registers.
template <int k_blocks, class Space, bool k_plain = false> struct TetRows {
  using Complex = Kokkos::complex<double>;
  static constexpr int k_functions = basis_size<3>(k_blocks);
  const TetTables<Space> &tables;
  const Weights &weights;

  // y := A_t x for the matrix A_t of a tet.
  KOKKOS_INLINE_FUNCTION void product(Index tet, const Complex *x, Complex *y) const {
    for (int i = 0; i < k_functions; ++i)
      y[i] = 0;
    const Index medium = tables.medium(tet);
    const DeviceTensor &eps = tables.eps(medium), &inverse_mu = tables.inverse_mu(medium);
    if constexpr (k_blocks == 1) {
      const TetFrame frame = tables.frame(tet);
      for (int part = 0; part < parts_of(eps, inverse_mu); ++part)
        add_edge_product(curl_part(frame, inverse_mu, part), mass_part(frame, eps, part),
                         factor_of(inverse_mu, part, weights.curl),
                         factor_of(eps, part, weights.mass), x, y);
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

  // Computes the same for a curved tet, by its number among `curved`, from E and curl E at each
  // point of the rule.
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
  KOKKOS_INLINE_FUNCTION static Metric<double> curl_part(const TetFrame &frame,
                                                         const DeviceTensor &inverse_mu, int part) {
    return k_plain || inverse_mu.is_isotropic ? curl_metric(frame)
                                              : curl_metric(frame, inverse_mu.part(part));
  }
  KOKKOS_INLINE_FUNCTION static Metric<double> mass_part(const TetFrame &frame,
                                                         const DeviceTensor &eps, int part) {
    return k_plain || eps.is_isotropic ? mass_metric(frame) : mass_metric(frame, eps.part(part));
  }
  // Returns u . A u.
  KOKKOS_INLINE_FUNCTION static Complex square(const Metric<Complex> &metric, const double *u) {
    Complex sum = 0;
    for (int m = 0; m < 6; ++m)
      sum += (m < 3 ? 1.0 : 2.0) * u[metric_row(m)] * u[metric_column(m)] * metric.symmetric[m];
    return sum;
  }
};

} // namespace curlew::fem
