// The incomplete factors of Ifpack2 behind make_ilu.
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/dense_oracle.hpp>

#include <gmock/gmock.h>

#include <limits>

namespace curlew::testing {
namespace {

using ::testing::HasSubstr;

Values ilu_times(Backend backend, const Dense &a, int level, const Values &x) {
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    Values local = x;
    local.resize(a.columns, 1e30); // ghosts
    const auto y = to_device<Space>(Values(a.columns, std::nan("")));
    make_ilu(space, to_sparse<Space>(a), level).apply(space, to_device<Space>(local), y);
    space.fence();
    Values result = to_host(y);
    result.resize(a.rows);
    return result;
  });
}

// The factors of the matrix kept where the matrix has entries.
Values ilu0_formula(Dense a, Values x) {
  const int n = a.rows;
  Dense lower(n, n), upper(n, n);
  const Dense pattern = a;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k)
      if (pattern(i, k) != 0.0) {
        a(i, k) /= a(k, k);
        for (int j = k + 1; j < n; ++j)
          if (pattern(i, j) != 0.0)
            a(i, j) -= a(i, k) * a(k, j);
      }
  for (int i = 0; i < n; ++i) {
    lower(i, i) = 1;
    for (int j = 0; j < n; ++j)
      (j < i ? lower : upper)(i, j) = a(i, j);
  }
  return solve(upper, solve(lower, x));
}

TEST(Ilu, HasTheFactorsOnTheMatrixPattern) {
  const Dense a = random_sparse(30, 4);
  const Values x = random_values(30, 5);
  for (const Backend backend : compiled_backends())
    EXPECT_LT(relative_difference(ilu_times(backend, a, 0, x), ilu0_formula(a, x)), 1e-12)
        << to_string(backend);
  Dense square(30, 30); // the twin: it is not the inverse
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 30; ++j)
      square(i, j) = a(i, j);
  EXPECT_GT(relative_difference(ilu0_formula(a, x), solve(square, x)), 1e-4);
  EXPECT_LT(relative_difference(ilu_times(Backend::serial, a, 30, x), solve(square, x)), 1e-12);
}

TEST(Ilu, LeavesFixedUnknownsAlone) {
  const Dense a = random_sparse(30, 0, {3, 11});
  Values x = random_values(30, 6);
  x[3] = x[11] = 0;
  const Values y = ilu_times(Backend::serial, a, 30, x);
  EXPECT_EQ(y[3], 0.0);
  EXPECT_EQ(y[11], 0.0);
  EXPECT_LT(relative_difference(a.times(y), x), 1e-12);
}

TEST(Ilu, RefusesPivotsThatAreNone) {
  Dense a(4, 4);
  for (int i = 0; i < 4; ++i)
    a(i, i) = 1;
  a(2, 2) = 0;
  a(2, 3) = a(3, 2) = 1;
  EXPECT_THROW(ilu_times(Backend::serial, a, 0, Values(4, 1.0)), NotConverged);
  try {
    ilu_times(Backend::serial, random_sparse(4, 0), -1, Values(4, 1.0));
    FAIL();
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("level of fill"));
  }
}

} // namespace
} // namespace curlew::testing
