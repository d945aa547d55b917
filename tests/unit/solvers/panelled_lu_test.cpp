// LU factorisations of matrices in the host's memory by panels, against those in one piece.
#include "../kokkos_environment.hpp"
#include "known_matrices.hpp"

#include <curlew/solvers/dense/panelled_lu.hpp>

#include <gtest/gtest.h>

namespace curlew::testing {
namespace {

template <class Space> class PanelledLus : public ::testing::Test {};
TYPED_TEST_SUITE(PanelledLus, DenseSpaces);

typename PanelledLu<Host>::HostMatrix on_host(const Square &a) {
  return to_matrix<Host>(a);
}

double relative(const Columns &a, const Columns &b) {
  return norm(minus(a, b)) / norm(b);
}

// Widths that divide the size and that do not, one panel, one column, and wider than the matrix.
TYPED_TEST(PanelledLus, AreThoseInOnePiece) {
  const TypeParam space;
  for (const int n : {1, 7, 130})
    for (const Index panel : {1, 8, 13, 64, 130, 500}) {
      const Square a = well_conditioned(n);
      const PanelledLu<TypeParam> lu(space, on_host(a), panel);
      const DenseLu<TypeParam> whole(space, to_matrix<TypeParam>(a));
      for (const Op op : {Op::none, Op::transpose, Op::conjugate}) {
        const Columns b = random_columns(n, 3, 7);
        const auto x = to_matrix<TypeParam>(b), expected = to_matrix<TypeParam>(b);
        lu.solve(x, op);
        whole.solve(expected, op);
        EXPECT_LT(relative(to_columns(x), to_columns(expected)), 1e-13) << n << " " << panel;
        EXPECT_LT(relative(times(a, op, to_columns(x)), b), 1e-13) << n << " " << panel;
      }
      EXPECT_NEAR(lu.condition(), whole.condition(), 1e-10 * whole.condition());
    }
}

// The twin: without the exchanges of rows by later panels, the panels on the left are those of
// another matrix. Rows in reverse make every step of every panel exchange two.
TYPED_TEST(PanelledLus, ExchangeRowsOfPanelsOnBothSides) {
  constexpr int k_n = 96;
  Square a(k_n);
  const Columns random = random_columns(k_n, k_n, 4);
  for (int j = 0; j < k_n; ++j)
    for (int i = 0; i < k_n; ++i)
      a(i, j) = 0.1 * random(i, j) + (i == k_n - 1 - j ? 10.0 : 0.0);
  const PanelledLu<TypeParam> lu(TypeParam(), on_host(a), 20);
  const Columns b = random_columns(k_n, 2, 5);
  const auto x = to_matrix<TypeParam>(b);
  lu.solve(x);
  EXPECT_LT(relative(times(a, Op::none, to_columns(x)), b), 1e-13);
}

TYPED_TEST(PanelledLus, NameTheSingularRow) {
  constexpr int k_n = 90, k_row = 41;
  for (const bool by_row : {true, false}) {
    Square a = well_conditioned(k_n);
    for (int k = 0; k < k_n; ++k)
      (by_row ? a(k_row, k) : a(k, k_row)) = 0;
    const auto where = [](const auto &factor) {
      try {
        factor();
      } catch (const SingularMatrix &error) {
        return std::pair(error.row(), error.column());
      }
      return std::pair(-1, -1);
    };
    const TypeParam space;
    const auto panelled = where([&] { PanelledLu<TypeParam>(space, on_host(a), 16); });
    EXPECT_EQ(panelled, where([&] { DenseLu<TypeParam>(space, to_matrix<TypeParam>(a)); }));
    EXPECT_EQ(by_row ? panelled.first : panelled.second, k_row);
  }
}

TYPED_TEST(PanelledLus, RefuseWhatTheyCannotFactor) {
  using HostMatrix = typename PanelledLu<TypeParam>::HostMatrix;
  EXPECT_THROW(PanelledLu<TypeParam>(TypeParam(), HostMatrix("oblong", 3, 2), 2), Error);
  EXPECT_THROW(PanelledLu<TypeParam>(TypeParam(), on_host(well_conditioned(3)), 0), Error);
  Square a = well_conditioned(5);
  a(3, 4) = std::nan("");
  EXPECT_THROW(PanelledLu<TypeParam>(TypeParam(), on_host(a), 2), Error);
  const PanelledLu<TypeParam> none(TypeParam(), HostMatrix("none", 0, 0), 4);
  none.solve(DenseMatrix<TypeParam>("b", 0, 3));
  EXPECT_EQ(none.condition(), 0);
}

// Two panels and two blocks of right-hand sides fit, one column more does not.
TEST(WidestPanel, FillsTheMemory) {
  constexpr Index k_n = 50000, k_m = 100;
  for (const bool device : {false, true}) {
    const Index panel = widest_panel(k_n, k_m, 2e9, device);
    EXPECT_LE(panelled_lu_bytes(k_n, k_m, panel, device), 2e9);
    EXPECT_GT(panelled_lu_bytes(k_n, k_m, panel + 1, device), 2e9);
    EXPECT_NEAR(panel, device ? 1070 : 1150, 60);
  }
  EXPECT_EQ(widest_panel(100, 1, 1e9, true), 100);
  EXPECT_EQ(widest_panel(k_n, k_m, 1e6, true), 0);
}

} // namespace
} // namespace curlew::testing
