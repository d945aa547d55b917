// The inverse of the homogeneous operator, against the operator.
#include "../../kokkos_environment.hpp"
#include "background_cases.hpp"

#include <curlew/methods/fdfd/background/background.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

template <class Space> Vector<Space> to_device(const Values &values) {
  return to_view<Space>("curlew::test::vector", std::vector<Complex>(values.begin(), values.end()));
}

template <class View> Values to_host(const View &view) {
  const auto values = to_vector(view);
  return Values(values.begin(), values.end());
}

// A0^-1 f by the modes: U M U^T W f.
template <class Space>
Values inverse(const Problem &problem, complex eps_b, Values f,
               const Background<Space> *given = nullptr) {
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &place, Offset entry) {
    f[entry] *= plain_weight(problem, c, place);
  });
  const Space space;
  const Box grid = whole_grid(problem);
  const auto from = to_device<Space>(f);
  const Vector<Space> to("curlew::test::result", f.size());
  if (given != nullptr)
    given->apply(space, grid, from, grid, to);
  else
    Background<Space>(problem, make_modes(problem.axes), eps_b, grid, grid)
        .apply(space, grid, from, grid, to);
  space.fence();
  return to_host(to);
}

Problem filled(const Grid &grid, complex eps_b) {
  Problem problem = vacuum(grid);
  problem.eps[1] = eps_b;
  return problem;
}

template <class Space> class BackgroundInverse : public ::testing::Test {};
using Spaces = ::testing::Types<Kokkos::Serial, Kokkos::DefaultHostExecutionSpace>;
TYPED_TEST_SUITE(BackgroundInverse, Spaces);

const Walls k_layers{Wall::pml, Wall::pml}, k_box{Wall::pec, Wall::pec};
const Walls k_period{Wall::periodic, Wall::periodic}, k_mirror{Wall::pmc, Wall::pmc};

TYPED_TEST(BackgroundInverse, UndoesTheOperatorForAllWalls) {
  const std::array<Walls, 3> sets[] = {
      {k_layers, k_layers, k_layers},
      {k_box, k_layers, k_period},
      {k_mirror, k_layers, k_box},
      {Walls{Wall::pmc, Wall::pml}, Walls{Wall::pml, Wall::pec}, Walls{Wall::pec, Wall::pmc}},
      {k_period, k_mirror, k_layers}};
  for (const auto &walls : sets) {
    const Grid grid{{15, 18, 13}, {5e-3, 4e-3, 7e-3}, walls, 1e9, {5, 3.5, 1e-8}};
    for (const complex eps_b : {complex(1), complex(2.5, -1)}) {
      const Problem problem = filled(grid, eps_b);
      const Values f = random_values(problem);
      std::printf("%g\n", residual(problem, f, inverse<TypeParam>(problem, eps_b, f)));
      EXPECT_LT(residual(problem, f, inverse<TypeParam>(problem, eps_b, f)), 1e-9);
    }
  }
}

} // namespace
} // namespace curlew::fdfd::testing
