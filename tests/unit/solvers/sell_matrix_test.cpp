// Products of the sliced format against those of rows.
#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/sparse/sell_matrix.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/edge_problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace curlew::testing {
namespace {

using Complex = Kokkos::complex<double>;

template <class Number> std::vector<Number> random_numbers(std::size_t count) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> part(-1, 1);
  std::vector<Number> x(count);
  for (Number &value : x) {
    if constexpr (std::is_same_v<Number, double>) {
      value = part(random);
    } else {
      const double real = part(random);
      value = Number(real, part(random));
    }
  }
  return x;
}

EdgeProblem cube() {
  EdgeProblemOptions options;
  options.conductors = {1};
  options.absorbing = {2};
  return make_edge_problem(make_box({1, 1, 1}, {7, 8, 9}, {0, 0, 0}, 0.2, 1), options);
}

// The largest difference of 2 A x - 3 y from what rows give, of numbers of size 1.
template <class Target, class Number, class Scalar>
double difference(Backend backend, const HostSparse<Scalar> &a) {
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    const auto sell = make_sell<Target>(space, a);
    EXPECT_EQ(sell.entries, a.entries());
    const auto x = random_numbers<Number>(a.column_count), y = random_numbers<Number>(a.rows);
    const Kokkos::View<Number *, Space> from("curlew::test::x", x.size());
    const Kokkos::View<Number *, Space> to("curlew::test::y", y.size());
    copy_to_view(space, x, from);
    copy_to_view(space, y, to);
    multiply(space, sell, Number(2), from, Number(-3), to);
    const auto found = to_vector(space, to);
    std::vector<Complex> wide(x.begin(), x.end());
    const auto expected = multiply(a, wide);
    double most = 0;
    for (Index i = 0; i < a.rows; ++i)
      most =
          std::max(most, Kokkos::abs(Complex(found[i]) - 2.0 * expected[i] + 3.0 * Complex(y[i])));
    Kokkos::deep_copy(space, to, Number(NAN)); // is not read with a factor of 0
    multiply(space, sell, Number(2), from, Number(0), to);
    const auto again = to_vector(space, to);
    for (Index i = 0; i < a.rows; ++i)
      most = std::max(most, Kokkos::abs(Complex(again[i]) - 2.0 * expected[i]));
    return most;
  });
}

TEST(SellMatrix, MultipliesAsRowsDo) {
  const EdgeProblem problem = cube();
  const HostSparse<double> g = make_gradient(problem.space);
  for (const Backend backend : compiled_backends()) {
    // some 20 terms up to 10 in size
    EXPECT_LT((difference<double, double>(backend, problem.mass)), 1e-13);
    EXPECT_LT((difference<Complex, Complex>(backend, problem.a)), 1e-12);
    EXPECT_LT((difference<double, Complex>(backend, g)), 1e-14);
    using Single = Kokkos::complex<float>;
    EXPECT_LT((difference<Single, Single>(backend, problem.a)), 1e-4);
    EXPECT_GT((difference<Single, Single>(backend, problem.a)), 1e-9);
    EXPECT_LT((difference<float, Single>(backend, g)), 1e-5);
  }
}

// The layout by its definition, row by row.
template <class Target, class Space>
void expect_layout(const Space &space, const HostSparse<double> &a) {
  using Sell = SellMatrix<Space, Target>;
  constexpr int k_rows = Sell::k_rows;
  const auto sell = make_sell<Target>(space, to_space<double>(space, a));
  const auto order = to_vector(space, sell.order), columns = to_vector(space, sell.columns);
  const auto slice_begin = to_vector(space, sell.slice_begin);
  const auto values = to_vector(space, sell.values);
  const auto length = [&](Index row) { return a.row_begin[row + 1] - a.row_begin[row]; };
  std::vector<Index> expected(order.size(), -1);
  std::iota(expected.begin(), expected.begin() + a.rows, 0);
  for (Index first = 0; first < a.rows; first += Sell::k_sorted_rows)
    std::stable_sort(expected.begin() + first,
                     expected.begin() + std::min(a.rows, first + Sell::k_sorted_rows),
                     [&](Index i, Index j) { return length(i) > length(j); });
  ASSERT_EQ(order, expected);
  ASSERT_EQ(slice_begin.at(0), 0);
  ASSERT_EQ(slice_begin.back(), static_cast<Offset>(columns.size()));
  for (Index slice = 0; slice < sell.slices; ++slice) {
    Offset longest = 0;
    for (int lane = 0; lane < k_rows; ++lane) {
      const Index row = order[slice * k_rows + lane];
      const Offset own = row < 0 ? 0 : length(row), first = slice_begin[slice] + lane;
      longest = std::max(longest, own);
      for (Offset k = 0; first + k * k_rows < slice_begin[slice + 1]; ++k) {
        const Offset from = own > 0 ? a.row_begin[row] + std::min(k, own - 1) : -1;
        ASSERT_EQ(columns[first + k * k_rows], from < 0 ? 0 : a.columns[from]);
        ASSERT_EQ(values[first + k * k_rows],
                  k < own ? static_cast<Target>(a.values[from]) : Target(0));
      }
    }
    ASSERT_EQ(slice_begin[slice + 1] - slice_begin[slice], k_rows * longest);
  }
}

// Windows with rows of all lengths up to `most`, one of them much longer.
HostSparse<double> uneven_rows(Index rows, Index most, Index columns, bool with_long_row) {
  std::mt19937 random(5);
  HostSparse<double> a{rows, columns, {0}, {}, {}};
  for (Index row = 0; row < rows; ++row) {
    const bool is_long = with_long_row && row == rows / 2;
    const auto count = is_long ? columns : static_cast<Index>(random() % (most + 1));
    for (Index k = 0; k < count; ++k) {
      a.columns.push_back(k);
      a.values.push_back(1.0 + row + 0.25 * k);
    }
    a.row_begin.push_back(static_cast<Offset>(a.columns.size()));
  }
  return a;
}

TEST(SellMatrix, HasTheLayoutOfItsDefinition) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      for (const Index rows : {1, 31, 4095, 4096, 4097, 10000})
        for (const bool with_long_row : {false, true}) {
          SCOPED_TRACE(rows);
          const HostSparse<double> a = uneven_rows(rows, 9, 700, with_long_row);
          expect_layout<double>(space, a);
          expect_layout<float>(space, a);
        }
      expect_layout<double>(space, uneven_rows(50, 0, 3, false)); // no entries
      const auto none = make_sell<double>(space, HostSparse<double>{0, 3, {0}, {}, {}});
      EXPECT_EQ(none.stored(), 0);
    });
}

TEST(SellMatrix, PadsLittle) {
  const EdgeProblem problem = cube();
  const auto sell = make_sell<Complex>(Host(), problem.a);
  EXPECT_LT(sell.stored(), 1.05 * sell.entries);
}

TEST(SellMatrix, TakesRowsWithoutEntriesAndRefusesShortVectors) {
  const HostSparse<double> a{5, 3, {0, 0, 2, 2, 3, 3}, {0, 2, 1}, {1, 2, 3}};
  const Host space;
  const auto sell = make_sell<double>(space, a);
  const Kokkos::View<double *, Host> x("curlew::test::x", 3), y("curlew::test::y", 5);
  copy_to_view(space, std::vector<double>{1, 10, 100}, x);
  multiply(space, sell, 1.0, x, 0.0, y);
  EXPECT_EQ(to_vector(space, y), (std::vector<double>{0, 201, 0, 30, 0}));
  EXPECT_THROW(multiply(space, sell, 1.0, y, 0.0, x), DimensionMismatch);
}

TEST(SellMatrix, IsAnOperator) {
  const EdgeProblem problem = cube();
  const Host space;
  const auto a = sell_operator(make_sell<Complex>(space, problem.a));
  const Kokkos::View<Complex *, Host> x("curlew::test::x", problem.a.rows),
      y("curlew::test::y", problem.a.rows);
  const auto numbers = random_numbers<Complex>(problem.a.rows);
  copy_to_view(space, numbers, x);
  a.apply(space, x, y);
  const auto found = to_vector(space, y), expected = multiply(problem.a, numbers);
  for (Index i = 0; i < problem.a.rows; ++i)
    ASSERT_LT(Kokkos::abs(found[i] - expected[i]), 1e-12);
}

} // namespace
} // namespace curlew::testing
