// The inverse of the homogeneous operator, against the operator.
#include "../../kokkos_environment.hpp"
#include "inverse_cases.hpp"

#include <curlew/methods/fdfd/background/background.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

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
using Spaces = ::testing::Types<Host>;
TYPED_TEST_SUITE(BackgroundInverse, Spaces);

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
      // 1e-12 was seen.
      EXPECT_LT(residual(problem, f, inverse<TypeParam>(problem, eps_b, f)), 1e-10);
    }
  }
}

TYPED_TEST(BackgroundInverse, OfAnotherMaterialIsNone) {
  const Problem problem = filled({{12, 12, 12}}, 2);
  const Values f = random_values(problem);
  EXPECT_GT(residual(problem, f, inverse<TypeParam>(problem, 2.001, f)), 1e-6);
}

TYPED_TEST(BackgroundInverse, BrokenModesShow) {
  const Problem problem = filled({{12, 12, 12}}, 1);
  const Box grid = whole_grid(problem);
  const Values f = random_values(problem);
  AxisModes broken = make_axis_modes(problem.axes[0]);
  broken.node[5 * 12 + 3] *= 1.001;
  const auto modes = std::make_shared<const AxisModes>(broken);
  const Background<TypeParam> background(problem, {modes, modes, modes}, 1, grid, grid);
  EXPECT_GT(residual(problem, f, inverse(problem, 1, f, &background)), 1e-7);
  EXPECT_GT(broken.orthogonality_defect(problem.axes[0]), 1e-6);
  EXPECT_GT(broken.relation_defect(problem.axes[0]), 1e-6);
}

// Between boxes the inverse equals that between whole grids, restricted to the boxes' entries.
TYPED_TEST(BackgroundInverse, OnBoxesIsAPartOfIt) {
  const Problem problem =
      filled({{14, 11, 12}, {5e-3, 5e-3, 5e-3}, {k_layers, k_box, k_period}}, 1);
  const TypeParam space;
  const Box grid = whole_grid(problem), from{{3, 2, 5}, {6, 4, 3}}, to{{1, 4, 0}, {9, 7, 10}};
  const Background<TypeParam> background(problem, make_modes(problem.axes), 1, grid, grid);
  const auto number_in = [&](const Box &box, int c, const std::array<Index, 3> &place) -> Offset {
    Offset number = c;
    for (const int d : {2, 1, 0}) {
      const Index i = place[d] - box.first[d];
      if (i < 0 || i >= box.size[d])
        return -1;
      number = number * box.size[d] + i;
    }
    return number;
  };
  Values in_grid = random_values(problem), in_box(3 * from.entries()), expected(3 * to.entries());
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &place, Offset entry) {
    const Offset number = number_in(from, c, place);
    if (number < 0)
      in_grid[entry] = 0;
    else
      in_box[number] = in_grid[entry];
  });
  const Vector<TypeParam> all("curlew::test::all", problem.unknowns());
  const Vector<TypeParam> part("curlew::test::part", expected.size());
  background.apply(space, grid, to_device<TypeParam>(in_grid), grid, all);
  background.apply(space, from, to_device<TypeParam>(in_box), to, part);
  const Values everywhere = to_host(all);
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &place, Offset entry) {
    const Offset number = number_in(to, c, place);
    if (number >= 0)
      expected[number] = everywhere[entry];
  });
  EXPECT_LT(distance(to_host(part), expected), 1e-13 * norm(expected));
  EXPECT_GT(norm(expected), 0);
}

} // namespace
} // namespace curlew::fdfd::testing
