// The test of x.Ay against y.Ax.
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/krylov/asymmetry.hpp>
#include <curlew/solvers/sparse/sparse_matrix.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

namespace curlew {
namespace {

using Complex = Kokkos::complex<double>;
constexpr Index k_rows = 5000;

// Complex on the diagonal, 1 beside it; a row in the middle has 1 + `off` to its left.
struct NearlySymmetric {
  double off = 0;
  template <class Entry> KOKKOS_INLINE_FUNCTION void operator()(Index row, Entry &entry) const {
    if (row > 0)
      entry(row - 1, Complex(row == k_rows / 2 ? 1 + off : 1));
    entry(row, Complex(2.0 + row % 7, -1));
    if (row + 1 < k_rows)
      entry(row + 1, Complex(1));
  }
};

TEST(Asymmetry, OneEntryIsFound) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      using Space = std::decay_t<decltype(space)>;
      const DistributedVector<Space, Complex> like(space, Communicator(), k_rows, 0);
      const auto of = [&](double off) {
        return asymmetry(
            sparse_operator(make_sparse<Complex>(space, k_rows, k_rows, NearlySymmetric{off})),
            like);
      };
      EXPECT_LT(of(0), 1e-15);
      EXPECT_GT(of(1e-4), 1e-10);
      EXPECT_NEAR(of(1e-2) / of(1e-4), 100, 1e-3);
    });
}

} // namespace
} // namespace curlew
