// Incomplete factors by size against the same algorithm on matrices written out in full.
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/dense_oracle.hpp>

#include <gmock/gmock.h>

namespace curlew::testing {
namespace {

using ::testing::HasSubstr;

constexpr int k_rows = 30, k_ghosts = 4;

Values ilut_times(Backend backend, const Dense &a, int fill, double drop_tolerance,
                  const Values &x) {
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    Values local = x;
    local.resize(a.columns, 1e30); // ghosts
    const auto y = to_device<Space>(Values(a.columns, std::nan("")));
    make_ilut(space, to_sparse<Space>(a), fill, drop_tolerance)
        .apply(space, to_device<Space>(local), y);
    space.fence();
    Values result = to_host(y);
    result.resize(a.rows);
    return result;
  });
}

// Keeps the `fill` largest of row i from column `begin` on to `end`.
void keep_largest(Dense &a, int i, int begin, int end, int fill) {
  std::vector<double> sizes;
  for (int j = begin; j < end; ++j)
    sizes.push_back(std::abs(a(i, j)));
  std::sort(sizes.rbegin(), sizes.rend());
  for (int j = begin; j < end; ++j)
    if (fill < end - begin && std::abs(a(i, j)) <= sizes[fill])
      a(i, j) = 0;
}

Values ilut_formula(Dense a, int fill, double drop_tolerance, const Values &x) {
  const int n = a.rows;
  for (int i = 0; i < n; ++i) {
    double squares = 0;
    for (int j = 0; j < n; ++j)
      squares += std::norm(a(i, j));
    for (int k = 0; k < i; ++k) {
      a(i, k) /= a(k, k);
      if (std::abs(a(i, k)) <= drop_tolerance)
        a(i, k) = 0;
      for (int j = k + 1; j < n; ++j)
        a(i, j) -= a(i, k) * a(k, j);
    }
    for (int j = i + 1; j < n; ++j)
      if (std::abs(a(i, j)) <= drop_tolerance * std::sqrt(squares))
        a(i, j) = 0;
    keep_largest(a, i, 0, i, fill);
    keep_largest(a, i, i + 1, n, fill);
  }
  Dense lower(n, n), upper(n, n);
  for (int i = 0; i < n; ++i) {
    lower(i, i) = 1;
    for (int j = 0; j < n; ++j)
      (j < i ? lower : upper)(i, j) = a(i, j);
  }
  return solve(upper, solve(lower, x));
}

Dense square_of(const Dense &a) {
  Dense square(a.rows, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.rows; ++j)
      square(i, j) = a(i, j);
  return square;
}

TEST(Ilut, HasTheFactorsOfTheAlgorithm) {
  const Dense a = random_sparse(k_rows, k_ghosts);
  const Values x = random_values(k_rows, 5);
  for (const auto &[fill, drop] : {std::pair(3, 0.0), {30, 0.1}, {5, 0.02}, {0, 0.0}}) {
    const Values expected = ilut_formula(square_of(a), fill, drop, x);
    for (const Backend backend : compiled_backends())
      EXPECT_LT(relative_difference(ilut_times(backend, a, fill, drop, x), expected), 1e-12)
          << to_string(backend) << " " << fill << " " << drop;
    // The twins: neither one entry more nor a larger tolerance gives the same.
    EXPECT_GT(relative_difference(ilut_times(Backend::serial, a, fill, drop + 0.1, x), expected),
              fill == 0 ? -1 : 1e-4);
    EXPECT_GT(relative_difference(ilut_times(Backend::serial, a, fill + 1, drop, x), expected),
              fill == 30 ? -1 : 1e-4);
  }
}

TEST(Ilut, IsTheInverseWhereNothingIsDropped) {
  const Dense a = random_sparse(k_rows, 0, {3, 11});
  Values x = random_values(k_rows, 6);
  x[3] = x[11] = 0;
  const Values y = ilut_times(Backend::serial, a, k_rows, 0, x);
  EXPECT_EQ(y[3], 0.0); // fixed unknowns are left alone
  EXPECT_EQ(y[11], 0.0);
  EXPECT_LT(relative_difference(a.times(y), x), 1e-12);
  EXPECT_GT(relative_difference(a.times(ilut_times(Backend::serial, a, 2, 0, x)), x), 1e-3);
}

TEST(Ilut, TakesRealMatrices) {
  const std::vector<Offset> row_begin{0, 2, 5, 7};
  const std::vector<Index> columns{0, 1, 0, 1, 2, 1, 2};
  const std::vector<double> values{4, 1, 1, 5, 2, 2, 6};
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      using Space = std::decay_t<decltype(space)>;
      const SparseMatrix<Space, double> a{3, 3, to_view<Space>("curlew::test::begin", row_begin),
                                          to_view<Space>("curlew::test::columns", columns),
                                          to_view<Space>("curlew::test::values", values)};
      const auto x = to_view<Space>("curlew::test::x", std::vector<double>{6, 17, 22}); // A (1,2,3)
      const auto y = to_view<Space>("curlew::test::y", std::vector<double>(3));
      make_ilut(space, a, 3, 0).apply(space, x, y);
      space.fence();
      const auto found = to_vector(y);
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(found[i], i + 1, 1e-14) << to_string(backend);
    });
}

TEST(Ilut, RefusesPivotsAndNumbersThatAreNone) {
  Dense a(4, 4);
  for (int i = 0; i < 4; ++i)
    a(i, i) = 1;
  a(2, 2) = 0;
  a(2, 3) = 1;
  const Values x(4, 1.0);
  const auto message = [&](int fill, double drop_tolerance) -> std::string {
    try {
      ilut_times(Backend::serial, a, fill, drop_tolerance, x);
    } catch (const Error &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message(4, 0), HasSubstr("pivot that is 0 or not finite in row 2"));
  EXPECT_THAT(message(-1, 0), HasSubstr("a fill of 0 or more, not -1"));
  EXPECT_THAT(message(4, 1), HasSubstr("a drop tolerance of 0 or more and below 1, not 1"));
  EXPECT_THAT(message(4, std::nan("")),
              HasSubstr("a drop tolerance of 0 or more and below 1, not nan"));
}

} // namespace
} // namespace curlew::testing
