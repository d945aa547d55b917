#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/spaces.hpp>

namespace curlew::multigrid {

// Kernels on the vectors of a level. Number is Kokkos::complex<float> or <double>; sums and the
// scalars made of them are in double precision.

using Wide = Kokkos::complex<double>;

template <class Space, class F>
void for_each(const Space &space, const char *label, Offset count, const F &f) {
  Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, count), f);
}

template <class Number> KOKKOS_INLINE_FUNCTION Number narrowed(const Wide &value) {
  using Real = typename Number::value_type;
  return Number(static_cast<Real>(value.real()), static_cast<Real>(value.imag()));
}

// |b|^2
struct SquareSum {
  const Wide *b;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double *sum) const {
    sum[0] += b[i].real() * b[i].real() + b[i].imag() * b[i].imag();
  }
};
struct StoreNorm {
  double *norm;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const { *norm = sqrt(totals[0]); }
};

// r := b / |b|, so that single precision neither overflows nor underflows; and back.
template <class Number> struct Normalise {
  const Wide *b;
  const double *norm;
  Number *r;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    r[i] = *norm > 0 ? narrowed<Number>(b[i] / *norm) : Number(0);
  }
};
template <class Number> struct Denormalise {
  const Number *x;
  const double *norm;
  Wide *y;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    y[i] = Wide(x[i].real() * *norm, x[i].imag() * *norm);
  }
};

// z := f r
template <class Number> struct ScaleBy {
  const Number *f, *r;
  Number *z;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { z[i] = f[i] * r[i]; }
};

// x := x + y, or y
template <class Number> struct AddTo {
  const Number *y;
  Number *x;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { x[i] += y[i]; }
};

// d := a d + b D^-1 r; x := x + d. Without `goes_on` d := b D^-1 r, without `adds` x := d.
template <class Number> struct ChebyshevStep {
  const Number *inverse, *r;
  Number *d, *x;
  typename Number::value_type a, b;
  bool goes_on, adds;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    Number step = b * (inverse[i] * r[i]);
    if (goes_on)
      step += a * d[i];
    d[i] = step;
    x[i] = adds ? x[i] + step : step;
  }
};

constexpr int k_most_steps = 8;

template <class Number>
KOKKOS_INLINE_FUNCTION void add_product(const Number &x, const Number &y, double *sum) {
  sum[0] += static_cast<double>(x.real()) * y.real() + static_cast<double>(x.imag()) * y.imag();
  sum[1] += static_cast<double>(x.real()) * y.imag() - static_cast<double>(x.imag()) * y.real();
}

// Scalars of a smoother's GCR steps, in the vectors' memory space.
struct GcrScalars {
  double squares[k_most_steps]; // |q_k|^2
  Wide along[k_most_steps];     // q_k^H q / |q_k|^2
  Wide alpha;                   // coefficient of the last step
};

// q_k^H q for the earlier directions.
template <class Number, int k_earlier> struct GcrProducts {
  const Number *earlier[k_earlier];
  const Number *q;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double *sum) const {
    const Number value = q[i];
    CURLEW_UNROLL
    for (int k = 0; k < k_earlier; ++k)
      add_product(earlier[k][i], value, sum + 2 * k);
  }
};
template <int k_earlier> struct StoreAlong {
  GcrScalars *scalars;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    for (int k = 0; k < k_earlier; ++k) {
      const double square = scalars->squares[k];
      scalars->along[k] =
          square > 0 ? Wide(totals[2 * k] / square, totals[2 * k + 1] / square) : Wide(0);
    }
  }
};

// Makes q and z orthogonal to the earlier directions; |q|^2 and q^H r.
template <class Number, int k_earlier> struct GcrOrthogonalise {
  static constexpr int k_pointers = k_earlier > 0 ? k_earlier : 1;
  const Number *earlier_q[k_pointers], *earlier_z[k_pointers];
  const GcrScalars *scalars;
  Number *q, *z;
  const Number *r;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double *sum) const {
    Number value = q[i];
    if constexpr (k_earlier > 0) {
      Number direction = z[i];
      CURLEW_UNROLL
      for (int k = 0; k < k_earlier; ++k) {
        const Number along = narrowed<Number>(scalars->along[k]);
        value -= along * earlier_q[k][i];
        direction -= along * earlier_z[k][i];
      }
      q[i] = value;
      z[i] = direction;
    }
    sum[0] += static_cast<double>(value.real()) * value.real() +
              static_cast<double>(value.imag()) * value.imag();
    add_product(value, r[i], sum + 1);
  }
};
struct StoreAlpha {
  GcrScalars *scalars;
  int step;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    scalars->squares[step] = totals[0];
    scalars->alpha = totals[0] > 0 ? Wide(totals[1] / totals[0], totals[2] / totals[0]) : Wide(0);
  }
};

// x := x + alpha z, r := r - alpha q; without `adds` x := alpha z.
template <class Number> struct GcrUpdate {
  const GcrScalars *scalars;
  const Number *z, *q;
  Number *x, *r;
  bool adds;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const Number alpha = narrowed<Number>(scalars->alpha);
    x[i] = adds ? x[i] + alpha * z[i] : alpha * z[i];
    r[i] -= alpha * q[i];
  }
};

} // namespace curlew::multigrid
