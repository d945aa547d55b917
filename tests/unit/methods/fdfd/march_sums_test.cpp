// Sources and sums inside the fused kernel, against the same done apart.
#include "random_problem.hpp"

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fdfd/krylov/stepper.hpp>
#include <curlew/solvers/krylov/fused/conclusion.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

// y := A x, x.y and |y|^2: sums with weights and without.
struct ProductAndSums {
  static constexpr int k_sums = 4, k_weighted = 2;
  Complex *y;
  template <class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(Offset e, const Complex &weight, const Complex &x,
                                         const Complex &product, Sums &sums) const {
    y[e] = product;
    const Complex term = weight * x * product;
    sums[0] += term.real();
    sums[1] += term.imag();
    sums[2] += product.real() * product.real() + product.imag() * product.imag();
    sums[3] += x.real() * x.real() + x.imag() * x.imag();
  }
};

struct Outcome {
  std::vector<complex> kept, product;
  std::vector<double> sums;
};

// a + factor b, its product with A and the sums.
template <class Space>
Outcome multiply(const Space &space, const Problem &problem, const std::vector<complex> &a,
                 const std::vector<complex> &b, Complex factor, bool apart) {
  const System<Space> system = make_system<Space>(problem);
  Stepper<Space> stepper(space, system, apart ? fused_apply(system) : ApplyFunction<Space>());
  const auto on_a = to_device<Space>(a), on_b = to_device<Space>(b);
  const Vector<Space> kept("kept", a.size()), product("product", a.size());
  const auto scalar = to_view<Space>("factor", std::vector<Complex>{factor});
  const Kokkos::View<double *, Space> totals("totals", 4);
  stepper.multiply(CombinedSource<Complex>(on_a.data(), on_b.data(), kept.data(), scalar.data()),
                   ProductAndSums{product.data()}, StoreTotals<4>{totals.data()});
  space.fence();
  return {to_host(kept), to_host(product), to_vector(totals)};
}

// Sizes that fill many teams of a device, and that no tile divides.
const std::array<Index, 3> k_sizes[] = {{11, 9, 10}, {97, 61, 67}};

class MarchSums : public ::testing::TestWithParam<int> {};

TEST_P(MarchSums, AreThoseOfSeparateSweeps) {
  constexpr int k_repeats = 20; // a race shows now and then only
  const Complex factor(0.7, -0.4);
  for (const auto &cells : k_sizes) {
    const Problem problem = random_problem(all_walls()[GetParam()], cells, false);
    const auto a = random_vector(problem, 7), b = random_vector(problem, 8);
    const Outcome expected = multiply(Host(), problem, a, b, factor, true);
    for (const Backend backend : compiled_backends()) {
      SCOPED_TRACE(to_string(backend) + " " + std::to_string(cells[0]));
      for (int repeat = 0; repeat < (backend == Backend::cuda ? k_repeats : 1); ++repeat) {
        const Outcome found = with_backend(backend, [&](const auto &space) {
          return multiply(space, problem, a, b, factor, false);
        });
        EXPECT_LT(relative_difference(found.kept, expected.kept), 1e-15);
        EXPECT_LT(relative_difference(found.product, expected.product), 1e-14);
        for (int s = 0; s < 4; ++s) // 1e6 terms, of any sign in the first two
          EXPECT_NEAR(found.sums[s], expected.sums[s], 1e-12 * expected.sums[2 + s % 2]) << s;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Walls, MarchSums, ::testing::Range(0, 8),
                         [](const auto &info) { return all_walls()[info.param].name; });

} // namespace
} // namespace curlew::fdfd::testing
