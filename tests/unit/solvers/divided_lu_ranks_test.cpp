// LU factorisations of a matrix whose columns are divided among ranks, against those of one rank.
#include "../kokkos_environment.hpp"
#include "known_matrices.hpp"

#include <curlew/solvers/dense/divided_lu.hpp>

#include <gtest/gtest.h>

namespace curlew::testing {
namespace {

template <class Space> class DividedLus : public ::testing::Test {};
TYPED_TEST_SUITE(DividedLus, DenseSpaces);

Communicator world() {
  return Communicator::world();
}

double relative(const Columns &a, const Columns &b) {
  return norm(minus(a, b)) / norm(b);
}

// Returns the rank's columns in the memory of a space.
template <class Space>
DenseMatrix<Space> own_columns(const Square &a, const BlockColumns &columns) {
  const std::vector<Index> own = columns.own(world().rank());
  const DenseMatrix<Space> values("own", columns.size, own.size());
  const auto host = Kokkos::create_mirror_view(values);
  for (std::size_t c = 0; c < own.size(); ++c)
    for (Index i = 0; i < columns.size; ++i)
      host(i, c) = a(i, own[c]);
  Kokkos::deep_copy(values, host);
  return values;
}

// Rows in reverse: every step of every panel exchanges two.
Square reversed(int n) {
  Square a(n);
  const Columns random = random_columns(n, n, 4);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      a(i, j) = 0.1 * random(i, j) + (i == n - 1 - j ? 10.0 : 0.0);
  return a;
}

// Widths that divide the size and that do not, and that leave ranks without a column.
TYPED_TEST(DividedLus, AreThoseOfOneRank) {
  const TypeParam space;
  const int ranks = world().size();
  for (const int n : {1, 7, 130})
    for (const Index width : {1, 13, 64, 130}) {
      const BlockColumns columns{n, width, ranks};
      DividedLu<TypeParam> lu(space, columns, world());
      for (const Square &a : {well_conditioned(n), reversed(n)}) { // the object serves several
        lu.factor(own_columns<TypeParam>(a, columns));
        const DenseLu<TypeParam> whole(space, to_matrix<TypeParam>(a));
        for (const Op op : {Op::none, Op::conjugate}) {
          const Columns b = random_columns(n, 3, 7);
          const auto x = to_matrix<TypeParam>(b), expected = to_matrix<TypeParam>(b);
          lu.solve(x, op);
          whole.solve(expected, op);
          EXPECT_LT(relative(to_columns(x), to_columns(expected)), 1e-13) << n << " " << width;
          EXPECT_LT(relative(times(a, op, to_columns(x)), b), 1e-13) << n << " " << width;
        }
        EXPECT_NEAR(lu.condition(), whole.condition(), 1e-10 * whole.condition());
      }
    }
}

// The twin: one entry of one rank's columns is another, and all ranks' solutions are off.
TYPED_TEST(DividedLus, NeedTheColumnsOfAllRanks) {
  constexpr int k_n = 60;
  const TypeParam space;
  const BlockColumns columns{k_n, 8, world().size()};
  Square a = well_conditioned(k_n);
  if (world().rank() == world().size() - 1)
    a(3, columns.first(world().size() - 1)) += 0.1;
  DividedLu<TypeParam> lu(space, columns, world());
  lu.factor(own_columns<TypeParam>(a, columns));
  const Columns b = random_columns(k_n, 1, 7);
  const auto x = to_matrix<TypeParam>(b);
  lu.solve(x);
  EXPECT_GT(relative(times(well_conditioned(k_n), Op::none, to_columns(x)), b), 1e-6);
}

TYPED_TEST(DividedLus, NameTheSingularRowOnEveryRank) {
  constexpr int k_n = 90, k_row = 41;
  const TypeParam space;
  Square a = well_conditioned(k_n);
  for (int j = 0; j < k_n; ++j)
    a(k_row, j) = 0;
  const BlockColumns columns{k_n, 16, world().size()};
  DividedLu<TypeParam> lu(space, columns, world());
  std::string expected, found;
  try {
    const DenseLu<TypeParam> whole(space, to_matrix<TypeParam>(a));
  } catch (const SingularMatrix &error) {
    expected = error.what();
  }
  try {
    lu.factor(own_columns<TypeParam>(a, columns));
  } catch (const SingularMatrix &error) {
    found = error.what();
    EXPECT_EQ(error.row(), k_row);
  }
  EXPECT_NE(expected, "");
  EXPECT_EQ(found, expected);
  const Square good = well_conditioned(k_n);
  lu.factor(own_columns<TypeParam>(good, columns)); // no message is left over
  const Columns b = random_columns(k_n, 2, 5);
  const auto x = to_matrix<TypeParam>(b);
  lu.solve(x);
  EXPECT_LT(relative(times(good, Op::none, to_columns(x)), b), 1e-13);
}

TYPED_TEST(DividedLus, RefuseEntriesThatAreNotFinite) {
  constexpr int k_n = 40;
  const TypeParam space;
  const BlockColumns columns{k_n, 8, world().size()};
  Square a = well_conditioned(k_n);
  a(5, 17) = std::nan("");
  DividedLu<TypeParam> lu(space, columns, world());
  EXPECT_THROW(lu.factor(own_columns<TypeParam>(a, columns)), Error);
}

TEST(BlockColumns, GiveEveryColumnToOneRank) {
  for (const Index size : {0, 1, 255, 256, 4097})
    for (const int ranks : {1, 3, 7}) {
      const BlockColumns columns = block_columns(size, ranks);
      std::vector<int> seen(size, 0);
      for (int rank = 0; rank < ranks; ++rank) {
        const std::vector<Index> own = columns.own(rank);
        EXPECT_EQ(static_cast<Index>(own.size()), columns.own_count(rank));
        EXPECT_LE(columns.own_count(rank), columns.own_count(0));
        for (const Index column : own)
          ++seen[column];
        for (Index block = 0; block <= columns.blocks(); ++block)
          EXPECT_EQ(columns.before(block, rank),
                    std::lower_bound(own.begin(), own.end(), columns.first(block)) - own.begin());
      }
      EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), size);
    }
}

} // namespace
} // namespace curlew::testing
