// Products of sparse matrices on the host against their definitions.
#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/solvers/sparse/host_products.hpp>
#include <curlew/solvers/sparse/space_copy.hpp>
#include <curlew/solvers/sparse/sparse_products.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

#include <random>

namespace curlew::testing {
namespace {

using Complex = Kokkos::complex<double>;
template <class Scalar> using Full = std::vector<std::vector<Scalar>>;

template <class Scalar>
HostSparse<Scalar> random_matrix(Index rows, Index columns, int per_row, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(-1, 1);
  HostSparse<Scalar> a{rows, columns, {0}, {}, {}};
  for (Index row = 0; row < rows; ++row) {
    const int step = std::max(1, columns / std::max(1, per_row));
    for (Index column = static_cast<Index>(random() % step); column < columns; column += step) {
      Scalar value = part(random);
      if constexpr (!std::is_same_v<Scalar, double>)
        value += Complex(0, part(random));
      a.columns.push_back(column);
      a.values.push_back(value);
    }
    a.row_begin.push_back(static_cast<Offset>(a.columns.size()));
  }
  return a;
}

template <class Scalar> Full<Scalar> full(const HostSparse<Scalar> &a) {
  Full<Scalar> result(a.rows, std::vector<Scalar>(a.column_count, Scalar(0)));
  for (Index row = 0; row < a.rows; ++row)
    for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
      result[row][a.columns[k]] += a.values[k];
  return result;
}

template <class Scalar> class HostProducts : public ::testing::Test {};
using Scalars = ::testing::Types<double, Complex>;
TYPED_TEST_SUITE(HostProducts, Scalars);

TYPED_TEST(HostProducts, TransposeIsTheTranspose) {
  const auto a = random_matrix<TypeParam>(4000, 57, 5, 1);
  const auto t = full(transpose(a, 3)), f = full(a);
  for (Index i = 0; i < a.rows; ++i)
    for (Index j = 0; j < a.column_count; ++j)
      ASSERT_EQ(t[j][i], f[i][j]);
}

TYPED_TEST(HostProducts, AreTheSameForAnyNumberOfThreads) {
  const auto a = random_matrix<TypeParam>(3000, 3000, 6, 1);
  const auto p = random_matrix<double>(3000, 2100, 2, 2);
  EXPECT_EQ(transpose(a, 1).columns, transpose(a, 4).columns);
  const auto one = triple_product(a, p, 1), four = triple_product(a, p, 4);
  EXPECT_EQ(one.row_begin, four.row_begin);
  EXPECT_EQ(one.columns, four.columns);
  EXPECT_EQ(one.values, four.values);
}

TYPED_TEST(HostProducts, TripleProductIsTheProduct) {
  const auto a = random_matrix<TypeParam>(60, 60, 8, 3);
  const auto p = random_matrix<double>(60, 23, 3, 4);
  const auto c = triple_product(a, p);
  const auto found = full(c), fa = full(a);
  const auto fp = full(p);
  const auto diagonal_of_c = diagonal(c), direct = triple_product_diagonal(a, p);
  for (Index i = 0; i < 23; ++i) {
    for (Index j = 0; j < 23; ++j) {
      TypeParam sum = 0;
      for (int k = 0; k < 60; ++k)
        for (int l = 0; l < 60; ++l)
          sum += fp[k][i] * fa[k][l] * fp[l][j];
      // some ten terms of size 1
      ASSERT_LT(Kokkos::abs(Complex(found[i][j] - sum)), 1e-13);
    }
    ASSERT_EQ(diagonal_of_c[i], found[i][i]);
    ASSERT_LT(Kokkos::abs(Complex(direct[i] - found[i][i])), 1e-13);
  }
}

// The products of some rows of A equal their part of the whole product, for any other rows.
TYPED_TEST(HostProducts, OfSomeRowsAreTheirPart) {
  const auto a = random_matrix<TypeParam>(60, 60, 8, 3);
  const auto p = random_matrix<double>(60, 23, 3, 4);
  auto rows = a, padded = a;
  rows.rows = 25;
  rows.row_begin.resize(26);
  for (Offset k = rows.row_begin[25]; k < a.entries(); ++k)
    padded.values[k] = 0;
  const auto found = full(triple_product_of_rows(rows, p)), whole = full(triple_product(padded, p));
  const auto direct = triple_product_diagonal_of_rows(rows, p);
  for (Index i = 0; i < 23; ++i) {
    for (Index j = 0; j < 23; ++j)
      ASSERT_EQ(found[i][j], whole[i][j]);
    ASSERT_LT(Kokkos::abs(Complex(direct[i] - found[i][i])), 1e-13);
  }
  EXPECT_NE(found, full(triple_product(a, p)));
}

// Kernels give the bits of the host's products, where the columns of a row fit a table of the first
// size and where they do not.
TYPED_TEST(HostProducts, OfKernelsAreTheSame) {
  const Host space;
  for (const int of_row : {6, 60}) {
    SCOPED_TRACE(of_row);
    const auto a = random_matrix<TypeParam>(900, 900, of_row, 1);
    const auto p = random_matrix<double>(900, 700, 3, 2);
    const auto there = to_space<TypeParam>(space, a);
    const auto turned = to_host(space, transpose(space, there)), t = transpose(a);
    EXPECT_EQ(turned.row_begin, t.row_begin);
    EXPECT_EQ(turned.columns, t.columns);
    EXPECT_EQ(turned.values, t.values);
    const auto found = to_host(space, triple_product(space, there, to_space<double>(space, p)));
    const auto expected = triple_product(a, p);
    EXPECT_EQ(expected.entries() > 256 * 700, of_row == 60); // of the first table's 512 places
    EXPECT_EQ(found.row_begin, expected.row_begin);
    EXPECT_EQ(found.columns, expected.columns);
    ASSERT_EQ(found.values.size(), expected.values.size());
    double largest = 0, difference = 0; // equal bits but for fused multiplications and additions
    for (std::size_t k = 0; k < found.values.size(); ++k) {
      largest = std::max(largest, double(Kokkos::abs(Complex(expected.values[k]))));
      difference =
          std::max(difference, double(Kokkos::abs(Complex(found.values[k] - expected.values[k]))));
    }
    EXPECT_LE(difference, 1e-14 * largest);
  }
}

TYPED_TEST(HostProducts, DiagonalsOfKernelsAreTheSame) {
  const Host space;
  const auto a = random_matrix<TypeParam>(900, 900, 30, 1);
  const auto p = random_matrix<double>(900, 700, 3, 2);
  const auto there = to_space<TypeParam>(space, a);
  const auto p_there = to_space<double>(space, p), transposed = transpose(space, p_there);
  EXPECT_EQ(to_vector(space, diagonal(space, there)), diagonal(a));
  const auto found = to_vector(space, triple_product_diagonal(space, there, p_there, transposed));
  const auto expected = triple_product_diagonal(a, p);
  ASSERT_EQ(found.size(), expected.size());
  double largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    largest = std::max(largest, double(Kokkos::abs(Complex(expected[i]))));
    ASSERT_LT(Kokkos::abs(Complex(found[i] - expected[i])), 1e-13); // some ten terms of size 1
  }
  EXPECT_GT(largest, 0.1);
  EXPECT_THROW(triple_product_diagonal(space, there, p_there, p_there), DimensionMismatch);
}

// Rows in views give the product of rows in vectors.
TYPED_TEST(HostProducts, TakeRowsOfViews) {
  const Host space;
  const auto a = random_matrix<TypeParam>(300, 300, 6, 1);
  const auto p = random_matrix<double>(300, 200, 3, 2);
  const auto seen = seen_from(space, p);
  EXPECT_EQ(seen.values.data(), p.values.data());
  const auto found = triple_product(HostRows<TypeParam>(seen_from(space, a)), seen,
                                    transpose(space, seen), 2),
             expected = triple_product(a, p);
  EXPECT_EQ(found.row_begin, expected.row_begin);
  EXPECT_EQ(found.columns, expected.columns);
  EXPECT_EQ(found.values, expected.values);
}

TYPED_TEST(HostProducts, OfKernelsOfNothingAreEmpty) {
  const Host space;
  const auto a = random_matrix<TypeParam>(5, 5, 2, 1);
  const HostSparse<double> none{5, 0, {0, 0, 0, 0, 0, 0}, {}, {}};
  const auto found =
      triple_product(space, to_space<TypeParam>(space, a), to_space<double>(space, none));
  EXPECT_EQ(found.rows, 0);
  EXPECT_EQ(found.entries(), 0);
  EXPECT_THROW(triple_product(space,
                              to_space<TypeParam>(space, random_matrix<TypeParam>(4, 6, 2, 1)),
                              to_space<double>(space, none)),
               DimensionMismatch);
}

TEST(HostProductSizes, MustFit) {
  EXPECT_THROW(
      triple_product_of_rows(random_matrix<double>(5, 6, 2, 1), random_matrix<double>(5, 3, 1, 1)),
      DimensionMismatch);
  EXPECT_THROW(triple_product(random_matrix<double>(5, 6, 2, 1), random_matrix<double>(6, 3, 1, 1)),
               DimensionMismatch);
  EXPECT_THROW(triple_product(random_matrix<double>(5, 5, 2, 1), random_matrix<double>(6, 3, 1, 1)),
               DimensionMismatch);
}

} // namespace
} // namespace curlew::testing
