// Curlew without Belos reports its absence.
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/krylov/belos_solver.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

TEST(BelosAbsent, IsNotCompiled) {
  using Space = Host;
  const DistributedVector<Space, double> b(Space(), Communicator(), 2, 0);
  const LinearOperator<Space, double> a([](const Space &, const auto &, const auto &) {});
  try {
    solve_krylov(a, b, b.like(1), {});
    FAIL();
  } catch (const NotCompiled &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("-DCURLEW_ENABLE_BELOS=ON"));
  }
}

} // namespace
} // namespace curlew
