#include <curlew/solvers/sparse/sell_matrix.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/parallel/spaces.hpp>

#include <cstring>
#include <type_traits>

namespace curlew {
namespace {

template <class Number> struct RealOf { using type = Number; };
template <class T> struct RealOf<Kokkos::complex<T>> { using type = T; };

// Takes a thread for each row.
template <class Space, class Scalar, class Number> struct SellRow {
  static constexpr int k_rows = SellMatrix<Space, Scalar>::k_rows;
  const Offset *slice_begin;
  const Index *order, *columns;
  const Scalar *values;
  const Number *x;
  Number *y;
  Number a, b;
  bool with_y;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset slot) const {
    const Index row = order[slot];
    if (row < 0)
      return;
    const Offset slice = slot / k_rows, end = slice_begin[slice + 1];
    Number sum = 0;
    for (Offset k = slice_begin[slice] + slot % k_rows; k < end; k += k_rows)
      sum += values[k] * x[columns[k]];
    y[row] = with_y ? a * sum + b * y[row] : a * sum;
  }
};

#ifndef CURLEW_DEVICE_PASS
// Products of complex numbers in registers of 128 bits, two of single or one of double precision:
// (re, im) times (x, y) and times (y, x), whose terms are added up at the end. Wider registers are
// slower here: because x is gathered number by number. nvcc has no such vectors for devices.
template <class Real> struct ComplexSums;
template <> struct ComplexSums<float> {
  static constexpr int k_numbers = 2;
  using Vector = float __attribute__((vector_size(16)));
  using Words = unsigned long long __attribute__((vector_size(16)));
  Vector straight = {}, crossed = {};

  KOKKOS_INLINE_FUNCTION void add(const float *value, const float *x, const Index *column) {
    unsigned long long first, second;
    std::memcpy(&first, x + 2 * static_cast<Offset>(column[0]), sizeof(first));
    std::memcpy(&second, x + 2 * static_cast<Offset>(column[1]), sizeof(second));
    const Words numbers = {first, second};
    Vector values;
    std::memcpy(&values, value, sizeof(values));
    straight += values * (Vector)numbers; // the same bits
    const Words exchanged = (numbers << 32) | (numbers >> 32);
    crossed += values * (Vector)exchanged;
  }
  KOKKOS_INLINE_FUNCTION Kokkos::complex<float> sum(int i) const {
    return {straight[2 * i] - straight[2 * i + 1], crossed[2 * i] + crossed[2 * i + 1]};
  }
};
template <> struct ComplexSums<double> {
  static constexpr int k_numbers = 1;
  using Vector = double __attribute__((vector_size(16)));
  Vector straight = {}, crossed = {};

  KOKKOS_INLINE_FUNCTION void add(const double *value, const double *x, const Index *column) {
    const double *number = x + 2 * static_cast<Offset>(*column);
    Vector values;
    std::memcpy(&values, value, sizeof(values));
    straight += values * Vector{number[0], number[1]};
    crossed += values * Vector{number[1], number[0]};
  }
  KOKKOS_INLINE_FUNCTION Kokkos::complex<double> sum(int) const {
    return {straight[0] - straight[1], crossed[0] + crossed[1]};
  }
};
#endif

// Takes a slice at a time, its rows in lanes of registers.
template <class Space, class Scalar, class Number> struct SellSlice {
  static constexpr int k_rows = SellMatrix<Space, Scalar>::k_rows;
  using Real = typename RealOf<Number>::type;
  const Offset *slice_begin;
  const Index *order, *columns;
  const Scalar *values;
  const Number *x;
  Number *y;
  Number a, b;
  bool with_y;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset slice) const {
#ifndef CURLEW_DEVICE_PASS
    const Offset end = slice_begin[slice + 1];
    if constexpr (sizeof(Scalar) > sizeof(Real)) { // complex values
      using Sums = ComplexSums<Real>;
      constexpr int k_sums = k_rows / Sums::k_numbers;
      Sums sums[k_sums];
      const auto *v = reinterpret_cast<const Real *>(values);
      const auto *from = reinterpret_cast<const Real *>(x);
      for (Offset k = slice_begin[slice]; k < end; k += k_rows)
        for (int s = 0; s < k_sums; ++s) {
          const Offset at = k + s * Sums::k_numbers;
          sums[s].add(v + 2 * at, from, columns + at);
        }
      for (int lane = 0; lane < k_rows; ++lane)
        store(slice * k_rows + lane, sums[lane / Sums::k_numbers].sum(lane % Sums::k_numbers));
    } else {
      Number sum[k_rows] = {};
      for (Offset k = slice_begin[slice]; k < end; k += k_rows)
        for (int lane = 0; lane < k_rows; ++lane)
          sum[lane] += values[k + lane] * x[columns[k + lane]];
      for (int lane = 0; lane < k_rows; ++lane)
        store(slice * k_rows + lane, sum[lane]);
    }
#endif
  }

private:
  KOKKOS_INLINE_FUNCTION void store(Offset slot, const Number &product) const {
    const Index row = order[slot];
    if (row >= 0)
      y[row] = with_y ? a * product + b * y[row] : a * product;
  }
};

void require_rows(const char *what, std::size_t found, Index needed) {
  if (found < static_cast<std::size_t>(needed))
    throw DimensionMismatch(what, static_cast<Offset>(found), needed);
}

} // namespace

template <class Space, class Scalar, class Number>
void multiply(const Space &space, const SellMatrix<Space, Scalar> &matrix, Number a,
              const Kokkos::View<Number *, Space> &x, Number b,
              const Kokkos::View<Number *, Space> &y) {
  require_rows("argument of a sparse product", x.extent(0), matrix.column_count);
  require_rows("result of a sparse product", y.extent(0), matrix.rows);
  using Kernel = std::conditional_t<is_device<Space>, SellRow<Space, Scalar, Number>,
                                    SellSlice<Space, Scalar, Number>>;
  const Offset items = is_device<Space> ? static_cast<Offset>(matrix.slices) * Kernel::k_rows
                                        : static_cast<Offset>(matrix.slices);
  Kokkos::parallel_for("curlew::solvers::sell_product", RangePolicy<Space>(space, 0, items),
                       Kernel{matrix.slice_begin.data(), matrix.order.data(), matrix.columns.data(),
                              matrix.values.data(), x.data(), y.data(), a, b, b != Number(0)});
}

template <class Space, class Scalar>
LinearOperator<Space, Scalar> sell_operator(const SellMatrix<Space, Scalar> &matrix) {
  using Column = Kokkos::View<Scalar *, Space>;
  return LinearOperator<Space, Scalar>(
      [matrix](const Space &space, const Column &x, const Column &y) {
        multiply(space, matrix, Scalar(1), x, Scalar(0), y);
      },
      matrix.rows);
}

#define CURLEW_INSTANTIATE_PRODUCT(Space, Scalar, Number)                                          \
  template void multiply(const Space &, const SellMatrix<Space, Scalar> &, Number,                 \
                         const Kokkos::View<Number *, Space> &, Number,                            \
                         const Kokkos::View<Number *, Space> &);
#define CURLEW_INSTANTIATE_OPERATOR(Space, Scalar)                                                 \
  template LinearOperator<Space, Scalar> sell_operator(const SellMatrix<Space, Scalar> &);
#define CURLEW_INSTANTIATE(Space)                                                                  \
  CURLEW_INSTANTIATE_OPERATOR(Space, double)                                                       \
  CURLEW_INSTANTIATE_OPERATOR(Space, Kokkos::complex<double>)                                      \
  CURLEW_INSTANTIATE_PRODUCT(Space, double, double)                                                \
  CURLEW_INSTANTIATE_PRODUCT(Space, float, Kokkos::complex<float>)                                 \
  CURLEW_INSTANTIATE_PRODUCT(Space, double, Kokkos::complex<double>)                               \
  CURLEW_INSTANTIATE_PRODUCT(Space, Kokkos::complex<float>, Kokkos::complex<float>)                \
  CURLEW_INSTANTIATE_PRODUCT(Space, Kokkos::complex<double>, Kokkos::complex<double>)
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE
#undef CURLEW_INSTANTIATE_OPERATOR
#undef CURLEW_INSTANTIATE_PRODUCT

} // namespace curlew
