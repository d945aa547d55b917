// solve_belos of a Curlew without Belos.
#include "random_problem.hpp"

#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/krylov/belos_solve.hpp>
#include <curlew/methods/fdfd/published/operators.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

TEST(FdfdBelosAbsent, IsNotCompiled) {
  using Space = Host;
  const Problem problem = random_problem(all_walls()[1], {5, 4, 6}, false);
  const auto f = to_device<Space>(random_vector(problem, 3));
  const Vector<Space> x("x", problem.unknowns());
  SolveReport report;
  EXPECT_THROW(solve_belos(Space(), make_csr<Space>(problem), f, x, {}, {}, report), NotCompiled);
}

} // namespace
} // namespace curlew::fdfd::testing
