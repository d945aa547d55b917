// Sparse products and preconditioners against their formulas on matrices written out in full.
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/preconditioner/level_sets.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/dense_oracle.hpp>

#include <gmock/gmock.h>

#include <limits>

namespace curlew::testing {
namespace {

using Complex = Kokkos::complex<double>;
using ::testing::HasSubstr;

// Bound for a few dozen terms of size 1, some of them through the inverses of triangles close to
// the diagonal.
constexpr double k_rounding = 1e-13;
constexpr int k_rows = 41, k_ghosts = 5;
const std::vector<int> k_fixed{0, 17};

Dense sample() {
  return random_sparse(k_rows, k_ghosts, k_fixed);
}

// Returns random values, 0 in the empty rows of sample(), as in solvers.
Values sample_vector(unsigned seed = 7) {
  Values x = random_values(k_rows, seed);
  for (const int i : k_fixed)
    x[i] = 0;
  return x;
}

// make(space, matrix) applied to x, with ghosts behind it that must not count.
template <class Make>
Values applied(Backend backend, const Dense &a, const Values &x, const Make &make) {
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    Values local = x;
    local.resize(a.columns, 1e30);
    const auto y = to_device<Space>(Values(a.columns, std::nan("")));
    make(space, to_sparse<Space>(a)).apply(space, to_device<Space>(local), y);
    space.fence();
    Values result = to_host(y);
    result.resize(a.rows);
    return result;
  });
}

struct Jacobi {
  template <class Space, class Matrix> auto operator()(const Space &space, const Matrix &a) const {
    return make_jacobi(space, a);
  }
};
struct Ssor {
  double relaxation;
  template <class Space, class Matrix> auto operator()(const Space &space, const Matrix &a) const {
    return make_ssor(space, a, relaxation);
  }
};
struct SsorInverse {
  double relaxation;
  template <class Space, class Matrix> auto operator()(const Space &space, const Matrix &a) const {
    return make_ssor_inverse(space, a, relaxation);
  }
};

template <class Make> void expect_everywhere(const Make &make, const Values &expected) {
  for (const Backend backend : compiled_backends())
    EXPECT_LT(relative_difference(applied(backend, sample(), sample_vector(), make), expected),
              k_rounding)
        << to_string(backend);
}

template <class Make> double far_from(const Make &make, const Values &other) {
  return relative_difference(applied(Backend::serial, sample(), sample_vector(), make), other);
}

// --- Products ------------------------------------------------------------------------------------

TEST(SparseProduct, IsTheMatrixTimesTheVector) {
  const Dense a = random_sparse(k_rows, k_ghosts, k_fixed);
  const Values x = random_values(k_rows + k_ghosts, 3), y = random_values(k_rows, 4);
  const complex factor(0.3, -2), keep(1.1, 0.7);
  const Values ax = a.times(x);
  Values scaled(k_rows), both(k_rows);
  for (int i = 0; i < k_rows; ++i) {
    scaled[i] = factor * ax[i];
    both[i] = scaled[i] + keep * y[i];
  }
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      using Space = std::decay_t<decltype(space)>;
      const SparseProduct<Space, Complex> product(to_sparse<Space>(a));
      const auto from = to_device<Space>(x), to = to_device<Space>(y);
      product(space, Complex(factor), from, Complex(keep), to);
      space.fence();
      EXPECT_LT(relative_difference(to_host(to), both), k_rounding);
      const auto nothing = to_device<Space>(Values(k_rows, std::nan("")));
      product(space, Complex(factor), from, Complex(0), nothing);
      space.fence();
      const Values found = to_host(nothing);
      EXPECT_LT(relative_difference(found, scaled), k_rounding);
      EXPECT_EQ(found[k_fixed[1]], 0.0);
      EXPECT_GT(relative_difference(found, both), 0.1); // the twin
    });
}

// Row i has the columns i, 2 i, 3 i below 20.
struct MultiplesOfRow {
  template <class Entry> KOKKOS_INLINE_FUNCTION void operator()(Index row, Entry &entry) const {
    for (Index column = row; row > 0 && column < 20; column += row)
      entry(column, Complex(row, column));
  }
};

TEST(SparseMatrix, IsMadeFromAFunctionOfTheRow) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      const auto a = make_sparse<Complex>(space, 20, 20, MultiplesOfRow());
      space.fence();
      const auto row_begin = to_vector(a.row_begin);
      const auto columns = to_vector(a.columns);
      const auto values = to_vector(a.values);
      ASSERT_EQ(a.entries(), 60); // the sum of floor(19 / i)
      EXPECT_EQ(row_begin.front(), 0);
      EXPECT_EQ(row_begin[1], 0);
      EXPECT_EQ(row_begin[2], 19);
      EXPECT_EQ(row_begin.back(), 60);
      EXPECT_EQ(columns[row_begin[7]], 7);
      EXPECT_EQ(columns[row_begin[7] + 1], 14);
      EXPECT_EQ(values[row_begin[7] + 1], Complex(7, 14));
      EXPECT_EQ(a.bytes(), 60 * (16 + 4) + 21 * 8);
    });
}

// --- Formulas ------------------------------------------------------------------------------------

TEST(Jacobi, DividesByTheDiagonal) {
  const Dense a = sample();
  Values expected = sample_vector(), rows = expected;
  for (int i = 0; i < k_rows; ++i)
    expected[i] = a(i, i) == 0.0 ? 0.0 : expected[i] / a(i, i);
  expect_everywhere(Jacobi(), expected);
  for (int i = 0; i < k_rows; ++i)
    rows[i] = a(i, i) == 0.0 ? 0.0 : rows[i] / std::conj(a(i, i));
  EXPECT_GT(far_from(Jacobi(), rows), 1e-3);
}

// w (2 - w) (D + w second)^-1 D (D + w first)^-1 x
Values ssor_formula(const Dense &first, const Dense &diagonal, const Dense &second, double w,
                    const Values &x) {
  const auto relaxed = [&](Dense triangle) {
    for (complex &value : triangle.values)
      value *= w;
    return sum(diagonal, triangle);
  };
  Values y = solve(relaxed(second), diagonal.times(solve(relaxed(first), x)));
  for (complex &value : y)
    value *= w * (2 - w);
  return y;
}

TEST(Ssor, IsTheProductOfItsTriangles) {
  const Dense a = sample(), lower = part_of(a, -1), diagonal = part_of(a, 0), upper = part_of(a, 1);
  for (const double w : {0.42, 1.0, 1.6})
    expect_everywhere(Ssor{w}, ssor_formula(lower, diagonal, upper, w, sample_vector()));
  // Twins: the triangles the other way round, another relaxation.
  EXPECT_GT(far_from(Ssor{1.0}, ssor_formula(upper, diagonal, lower, 1.0, sample_vector())), 1e-2);
  EXPECT_GT(far_from(Ssor{1.0}, ssor_formula(lower, diagonal, upper, 1.1, sample_vector())), 1e-2);
}

// For a triangle times the inverse diagonal the lower sweep of w = 1 is the exact inverse.
TEST(Ssor, IsExactForALowerTriangle) {
  Dense a = sample();
  for (int i = 0; i < k_rows; ++i)
    for (int j = i + 1; j < a.columns; ++j)
      a(i, j) = 0;
  const Values expected = solve(sum(part_of(a, -1), part_of(a, 0)), sample_vector());
  EXPECT_LT(relative_difference(applied(Backend::serial, a, sample_vector(), Ssor{1}), expected),
            k_rounding);
}

Values ssor_inverse_formula(const Dense &first, const Dense &diagonal, const Dense &second,
                            double w, const Values &x) {
  Values y = solve(diagonal, minus(x, first.times(solve(diagonal, x)), w));
  y = minus(y, solve(diagonal, second.times(y)), w);
  for (complex &value : y)
    value *= w * (2 - w);
  return y;
}

TEST(SsorInverse, IsTheProductOfTheFirstTermsOfBothSeries) {
  const Dense a = sample(), lower = part_of(a, -1), diagonal = part_of(a, 0), upper = part_of(a, 1);
  for (const double w : {0.42, 1.0})
    expect_everywhere(SsorInverse{w},
                      ssor_inverse_formula(lower, diagonal, upper, w, sample_vector()));
  EXPECT_GT(far_from(SsorInverse{0.42},
                     ssor_inverse_formula(upper, diagonal, lower, 0.42, sample_vector())),
            1e-3);
  // It approximates the exact inverse the better, the smaller the triangles are.
  const Values exact = ssor_formula(lower, diagonal, upper, 0.1, sample_vector());
  const Values rough = ssor_formula(lower, diagonal, upper, 0.4, sample_vector());
  EXPECT_LT(far_from(SsorInverse{0.1}, exact), 0.2 * far_from(SsorInverse{0.4}, rough));
}

TEST(Preconditioners, AreTheSameBitsOnAllHosts) {
  const Values serial = applied(Backend::serial, sample(), sample_vector(), Ssor{1.3});
  for (const Backend backend : compiled_backends())
    if (backend != Backend::cuda) {
      EXPECT_EQ(applied(backend, sample(), sample_vector(), Ssor{1.3}), serial);
    }
}

// --- Levels --------------------------------------------------------------------------------------

TEST(LevelSets, HoldRowsThatDoNotWaitForEachOther) {
  const auto a = to_sparse<Host>(sample());
  const auto row_begin = to_vector(a.row_begin);
  const auto columns = to_vector(a.columns);
  for (const bool is_lower : {true, false}) {
    const LevelSets sets = make_level_sets(row_begin, columns, is_lower);
    std::vector<int> level_of(k_rows, -1);
    for (std::size_t level = 0; level + 1 < sets.begin.size(); ++level) {
      EXPECT_LT(sets.begin[level], sets.begin[level + 1]);
      for (Index n = sets.begin[level]; n < sets.begin[level + 1]; ++n)
        level_of[sets.rows[n]] = static_cast<int>(level);
    }
    EXPECT_THAT(level_of, ::testing::Each(::testing::Ge(0))); // every row once
    EXPECT_EQ(sets.rows.size(), std::size_t(k_rows));
    for (Index row = 0; row < k_rows; ++row)
      for (Offset k = row_begin[row]; k < row_begin[row + 1]; ++k)
        if (columns[k] < k_rows && (is_lower ? columns[k] < row : columns[k] > row)) {
          EXPECT_LT(level_of[columns[k]], level_of[row]);
        }
  }
}

TEST(LevelSets, AreOneForADiagonalAndAllForAChain) {
  EXPECT_EQ(make_level_sets({0, 1, 2, 3}, {0, 1, 2}, true).begin.size(), 2u);
  const LevelSets chain = make_level_sets({0, 1, 3, 5}, {0, 0, 1, 1, 2}, true);
  EXPECT_EQ(chain.begin, (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_EQ(make_level_sets({0, 1, 3, 5}, {0, 0, 1, 1, 2}, false).begin.size(), 2u);
  EXPECT_EQ(make_level_sets({0}, {}, true).begin.size(), 1u);
}

// --- Refusals ------------------------------------------------------------------------------------

template <class Make> std::string refusal(const Dense &a, const Make &make) {
  try {
    make(Host(), to_sparse<Host>(a));
  } catch (const NotConverged &error) {
    return error.what();
  } catch (const InputError &error) {
    return error.what();
  }
  return "made";
}

TEST(Preconditioners, NeedADiagonal) {
  Dense missing = sample(), endless = sample(), small = sample();
  missing(12, 12) = 0;
  endless(12, 12) = std::numeric_limits<double>::infinity();
  small(12, 12) = 1e-200;
  for (const Dense &a : {missing, endless, small}) {
    EXPECT_THAT(refusal(a, Jacobi()), HasSubstr("jacobi divides"));
    EXPECT_THAT(refusal(a, Jacobi()), HasSubstr("row 12"));
    EXPECT_THAT(refusal(a, Ssor{1}), HasSubstr("ssor divides"));
    EXPECT_THAT(refusal(a, SsorInverse{0.42}), HasSubstr("ssor-ai divides"));
  }
  EXPECT_EQ(refusal(sample(), Ssor{1}), "made");
}

TEST(Ssor, TakesARelaxationBetweenZeroAndTwo) {
  for (const double w : {0.0, 2.0, -1.0, std::nan("")}) {
    EXPECT_THAT(refusal(sample(), Ssor{w}), HasSubstr("between 0 and 2")) << w;
    EXPECT_THAT(refusal(sample(), SsorInverse{w}), HasSubstr("between 0 and 2")) << w;
  }
}

} // namespace
} // namespace curlew::testing
