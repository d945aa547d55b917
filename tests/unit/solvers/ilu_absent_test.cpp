// make_ilu of a Curlew without Ifpack2.
#include <curlew/core/error.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/dense_oracle.hpp>

#include <gmock/gmock.h>

namespace curlew::testing {
namespace {

TEST(IluAbsent, IsRefusedByName) {
  try {
    make_ilu(Host(), to_sparse<Host>(random_sparse(5, 0)), 0);
    FAIL();
  } catch (const NotCompiled &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("ilu is not compiled"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("CURLEW_ENABLE_IFPACK2"));
  }
}

} // namespace
} // namespace curlew::testing
