// Dense products and eigenpairs, against their definitions.
#include "../kokkos_environment.hpp"

#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/dense/dense_eigen.hpp>
#include <curlew/solvers/dense/dense_product.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <random>

namespace curlew {
namespace {

using complex = std::complex<double>;
using Complex = Kokkos::complex<double>;

std::vector<Complex> random_numbers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<Complex> values(count);
  for (Complex &value : values)
    value = Complex(any(random), any(random));
  return values;
}

Complex element(const std::vector<Complex> &a, Index ld, Offset first, Op op, Index row,
                Index column) {
  if (op == Op::none)
    return a[first + row + Offset(column) * ld];
  const Complex value = a[first + column + Offset(row) * ld];
  return op == Op::transpose ? value : Kokkos::conj(value);
}

template <class Space> class DenseProducts : public ::testing::Test {};
using Spaces = ::testing::Types<Host>;
TYPED_TEST_SUITE(DenseProducts, Spaces);

// Long and short sides, so that either is cut into slices, with rows to spare between columns.
TYPED_TEST(DenseProducts, AreSumsOfProducts) {
  constexpr Index k_batch = 3, k_ld = 450;
  const TypeParam space;
  const Offset stride = Offset(k_ld) * k_ld;
  const auto a = random_numbers(k_batch * stride, 1), b = random_numbers(k_batch * stride, 2);
  const auto c = random_numbers(k_batch * stride, 3);
  const auto on_a = to_view<TypeParam>("a", a), on_b = to_view<TypeParam>("b", b);
  for (const auto &[m, n, k] :
       {std::array<Index, 3>{430, 7, 5}, {5, 410, 3}, {33, 40, 1}, {1, 1, 3}, {120, 130, 2}})
    for (const Op op_a : {Op::none, Op::transpose, Op::conjugate})
      for (const Op op_b : {Op::none, Op::transpose, Op::conjugate})
        for (const Offset stride_b : {Offset(0), Offset(k_ld) * k_ld}) {
          const auto on_c = to_view<TypeParam>("c", c);
          const Complex alpha(1, 2), beta(-0.5, 0.25);
          multiply(space, {m,
                           n,
                           k,
                           {on_a.data(), k_ld, stride, op_a},
                           {on_b.data(), k_ld, stride_b, op_b},
                           {on_c.data(), k_ld, stride},
                           k_batch,
                           alpha,
                           beta});
          space.fence();
          const auto found = to_vector(on_c);
          double worst = 0;
          for (Index batch = 0; batch < k_batch; ++batch)
            for (Index j = 0; j < k_ld; j += j + 1 < n ? 3 : 50)
              for (Index i = 0; i < k_ld; i += i < m ? 1 : 50) {
                const Offset at = batch * stride + i + Offset(j) * k_ld;
                Complex expected = c[at]; // left alone beyond the result
                if (i < m && j < n) {
                  Complex sum = 0;
                  for (Index l = 0; l < k; ++l)
                    sum += element(a, k_ld, batch * stride, op_a, i, l) *
                           element(b, k_ld, batch * stride_b, op_b, l, j);
                  expected = alpha * sum + beta * c[at];
                }
                worst = std::max(worst, Kokkos::abs(found[at] - expected));
              }
          EXPECT_LT(worst, 1e-12) << m << " " << n << " " << k;
        }
}

TYPED_TEST(DenseProducts, HaveARate) {
  EXPECT_GT(multiply_rate<TypeParam>(64), 1e6);
}

TEST(DenseEigenpairs, SatisfyTheirEquation) {
  constexpr int n = 9;
  std::vector<complex> a;
  for (const Complex &value : random_numbers(n * n, 4))
    a.emplace_back(value.real(), value.imag());
  const auto pairs = general_eigenpairs(n, a);
  for (int m = 0; m < n; ++m)
    for (int i = 0; i < n; ++i) {
      complex left = 0;
      for (int j = 0; j < n; ++j)
        left += a[i + n * j] * pairs.vectors[j + n * m];
      EXPECT_LT(std::abs(left - pairs.values[m] * pairs.vectors[i + n * m]), 1e-12);
    }
}

} // namespace
} // namespace curlew
