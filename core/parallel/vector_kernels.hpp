#pragma once

#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/spaces.hpp>

namespace curlew {

template <class Space> struct Axpy {
  double a;
  Kokkos::View<double *, Space> x, y;
  KOKKOS_INLINE_FUNCTION void operator()(const std::size_t i) const { y(i) += a * x(i); }
};

// y := y + a x
template <class Space>
void axpy(const Space &space, const std::string &label, double a,
          const Kokkos::View<double *, Space> &x, const Kokkos::View<double *, Space> &y) {
  Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, y.extent(0)), Axpy<Space>{a, x, y});
}

template <class Space> struct ProductTerm {
  Kokkos::View<double *, Space> x, y;
  KOKKOS_INLINE_FUNCTION double operator()(const Offset i) const { return x(i) * y(i); }
};

// x . y, in the order of ordered_sum.
template <class Space>
double dot(const Space &space, const std::string &label, const Kokkos::View<double *, Space> &x,
           const Kokkos::View<double *, Space> &y) {
  return ordered_sum(space, label, static_cast<Offset>(x.extent(0)), ProductTerm<Space>{x, y});
}

// The terms of axpy_dot.
template <class Space> struct AxpyDot {
  double a;
  Kokkos::View<double *, Space> x, y, z;

  KOKKOS_INLINE_FUNCTION double operator()(const Offset i) const {
    const double sum = y(i) + a * x(i);
    y(i) = sum;
    return sum * z(i);
  }
  template <int k_count>
  KOKKOS_INLINE_FUNCTION void several(const Offset i, const Offset stride,
                                      double (&term)[k_count]) const {
    double sum[k_count];
    CURLEW_UNROLL
    for (int k = 0; k < k_count; ++k) {
      sum[k] = y(i + k * stride) + a * x(i + k * stride);
      term[k] = sum[k] * z(i + k * stride);
    }
    CURLEW_UNROLL
    for (int k = 0; k < k_count; ++k)
      y(i + k * stride) = sum[k];
  }
};

// y := y + a x, and y . z in the same sweep. z is neither x nor y.
template <class Space>
double axpy_dot(const Space &space, const std::string &label, double a,
                const Kokkos::View<double *, Space> &x, const Kokkos::View<double *, Space> &y,
                const Kokkos::View<double *, Space> &z) {
  return ordered_sum(space, label, static_cast<Offset>(y.extent(0)), AxpyDot<Space>{a, x, y, z});
}

} // namespace curlew
