// The inverse of layers along z, against the operator.
#include "../../kokkos_environment.hpp"
#include "inverse_cases.hpp"
#include "layered_cases.hpp"

#include <curlew/methods/fdfd/background/layered_background.hpp>
#include <curlew/methods/fdfd/background/solve_background.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

// A0^-1 f.
template <class Space> Values inverse(const Problem &problem, const Layers &layers, Values f) {
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &at, Offset entry) {
    f[entry] *= plain_weight(problem, c, at);
  });
  const Space space;
  const Box grid = whole_grid(problem);
  const Vector<Space> to("curlew::test::result", f.size());
  LayeredBackground<Space>(space, problem, layers, grid, grid)
      .apply(space, grid, to_device<Space>(f), grid, to);
  space.fence();
  return to_host(to);
}

template <class Space> class LayeredInverse : public ::testing::Test {};
using Spaces = ::testing::Types<Host>;
TYPED_TEST_SUITE(LayeredInverse, Spaces);

const std::vector<CellLayer> k_stack = {
    {complex(2.25), 6.3}, {complex(6, -0.4), 8}, {complex(-3, -1), 8.7}, {complex(1)}};

TYPED_TEST(LayeredInverse, UndoesTheOperatorForAllWalls) {
  struct {
    std::array<Walls, 3> walls;
    std::array<complex, 3> phases{1, 1, 1};
  } const sets[] = {
      {{k_layers, k_layers, k_layers}},
      {{k_box, k_layers, k_layers}},
      {{k_period, k_mirror, k_layers}},
      {{k_period, k_period, k_layers}, {std::polar(1.0, 0.7), std::polar(1.0, -2.9), 1}},
      {{k_period, k_layers, k_box}, {std::polar(1.0, -1.3), 1, 1}},
      {{k_layers, k_period, k_mirror}, {1, std::polar(1.0, 3.0), 1}},
      {{Walls{Wall::pmc, Wall::pml}, Walls{Wall::pec, Wall::pmc}, Walls{Wall::pec, Wall::pml}}},
      {{k_period, k_period, Walls{Wall::pmc, Wall::pml}}, {1, 1, 1}},
  };
  for (const auto &set : sets) {
    const Grid grid{{11, 14, 17}, {5e-3, 4e-3, 7e-3}, set.walls, 1e9, {4, 3.5, 1e-8}};
    const Problem problem = layered(grid, k_stack, set.phases);
    const Values f = random_values(problem);
    // The largest residual seen is 2e-13.
    EXPECT_LT(residual(problem, f, inverse<TypeParam>(problem, problem.layers, f)), 1e-11);
  }
}

TYPED_TEST(LayeredInverse, OfOtherLayersIsNone) {
  const Problem problem = layered({{12, 12, 17}}, k_stack);
  const Values f = random_values(problem);
  for (const bool of_node : {true, false}) {
    Layers other = problem.layers;
    (of_node ? other.node : other.half)[7] *= 1.001;
    EXPECT_GT(residual(problem, f, inverse<TypeParam>(problem, other, f)), 1e-6);
  }
  Problem turned = layered({{12, 12, 17}, {5e-3, 5e-3, 5e-3}, {k_period, k_period, k_layers}},
                           k_stack, {std::polar(1.0, 0.7), 1, 1});
  const Values found = inverse<TypeParam>(turned, turned.layers, f);
  turned.axes[0].phase = std::polar(1.0, -0.7);
  EXPECT_GT(residual(turned, f, found), 1e-3);
}

// Fourier transforms give the result of products, between any two boxes, for lengths of all
// factors.
TYPED_TEST(LayeredInverse, WavesByFourierTransformsOrProducts) {
  using Waves = typename LayeredBackground<TypeParam>::Waves;
  const TypeParam space;
  for (const auto &walls : {std::array<Walls, 3>{k_period, k_period, k_layers},
                            {k_period, k_layers, k_layers},
                            {k_layers, k_period, k_layers}})
    for (const std::array<Index, 3> cells :
         {std::array<Index, 3>{24, 14, 17}, {13, 20, 17}, {12, 1, 17}}) {
      std::array<complex, 3> phases{1, 1, 1};
      for (int d = 0; d < 2; ++d)
        if (walls[d].low == Wall::periodic)
          phases[d] = std::polar(1.0, d == 0 ? 0.7 : -2.9);
      if (cells[1] == 1 && walls[1].low != Wall::periodic)
        continue;
      const Problem problem = layered({cells, {5e-3, 4e-3, 7e-3}, walls}, k_stack, phases);
      const Box grid = whole_grid(problem), box{{3, 0, 5}, {8, 1, 7}};
      const LayeredBackground<TypeParam> products(space, problem, problem.layers, grid, grid,
                                                  Waves::by_products),
          fourier(space, problem, problem.layers, grid, grid, Waves::by_fourier);
      for (const auto &[from, to] : {std::pair{grid, grid}, {box, grid}, {grid, box}, {box, box}}) {
        Values source(3 * from.entries());
        for (std::size_t i = 0; i < source.size(); ++i)
          source[i] = std::polar(1.0, 2.3 * static_cast<double>(i * i % 97));
        const Vector<TypeParam> expected("curlew::test::expected", 3 * to.entries()),
            found("curlew::test::found", 3 * to.entries());
        products.apply(space, from, to_device<TypeParam>(source), to, expected);
        fourier.apply(space, from, to_device<TypeParam>(source), to, found);
        space.fence();
        const Values a = to_host(expected), b = to_host(found);
        double difference = 0, norm = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
          difference += std::norm(a[i] - b[i]);
          norm += std::norm(a[i]);
        }
        EXPECT_LT(std::sqrt(difference / norm), 1e-13);
        EXPECT_GT(norm, 0);
      }
    }
}

// The grid has a single cell across, as in examples in one and two dimensions.
TYPED_TEST(LayeredInverse, TakesASingleCellAcross) {
  for (const std::array<Index, 3> cells :
       {std::array<Index, 3>{1, 1, 17}, {9, 1, 17}, {1, 9, 17}}) {
    const Problem problem = layered({cells, {5e-3, 4e-3, 7e-3}, {k_period, k_period, k_layers}},
                                    k_stack, {std::polar(1.0, 0.2), std::polar(1.0, -0.4), 1});
    const Values f = random_values(problem);
    EXPECT_LT(residual(problem, f, inverse<TypeParam>(problem, problem.layers, f)), 1e-11);
  }
}

// Between boxes the inverse equals that between whole grids, also where the layers above them are
// eliminated beforehand.
TYPED_TEST(LayeredInverse, OnBoxesIsAPartOfIt) {
  const Problem problem =
      layered({{14, 11, 17}, {5e-3, 5e-3, 5e-3}, {k_layers, k_period, k_layers}}, k_stack,
              {1, std::polar(1.0, 0.9), 1});
  const TypeParam space;
  const Box grid = whole_grid(problem), small{{3, 2, 5}, {6, 4, 3}}, low{{1, 4, 2}, {9, 7, 4}},
            high{{1, 4, 7}, {9, 7, 10}};
  const auto number_in = [&](const Box &box, int c, const std::array<Index, 3> &at) -> Offset {
    Offset number = c;
    for (const int d : {2, 1, 0}) {
      const Index i = at[d] - box.first[d];
      if (i < 0 || i >= box.size[d])
        return -1;
      number = number * box.size[d] + i;
    }
    return number;
  };
  struct {
    Box from, to;
  } const pairs[] = {{small, small}, {small, low},  {low, small},
                     {small, high},  {small, grid}, {grid, small}};
  const LayeredBackground<TypeParam> whole(space, problem, problem.layers, grid, grid);
  const LayeredBackground<TypeParam> closed(space, problem, problem.layers, hull(small, low), grid);
  for (const auto &[from, to] : pairs) {
    Values in_grid = random_values(problem), in_box(3 * from.entries());
    for_each_entry(problem, [&](int c, const std::array<Index, 3> &at, Offset entry) {
      const Offset number = number_in(from, c, at);
      if (number < 0)
        in_grid[entry] = 0;
      else
        in_box[number] = in_grid[entry];
    });
    const Vector<TypeParam> all("curlew::test::all", problem.unknowns());
    const Vector<TypeParam> part("curlew::test::part", 3 * to.entries());
    whole.apply(space, grid, to_device<TypeParam>(in_grid), grid, all);
    closed.apply(space, from, to_device<TypeParam>(in_box), to, part);
    const Values everywhere = to_host(all);
    Values expected(3 * to.entries());
    for_each_entry(problem, [&](int c, const std::array<Index, 3> &at, Offset entry) {
      const Offset number = number_in(to, c, at);
      if (number >= 0)
        expected[number] = everywhere[entry];
    });
    EXPECT_LT(distance(to_host(part), expected), 1e-12 * norm(expected));
    EXPECT_GT(norm(expected), 0);
  }
}

// The required accuracy: 64^3 cells, layers of 8.
TEST(LayeredInverseAt64, IsRightToTenDigits) {
  using Space = Host;
  const std::vector<CellLayer> glass = {{complex(2.25), 30.4}, {complex(1)}};
  for (const bool is_bloch : {false, true}) {
    const Walls across = is_bloch ? k_period : k_layers;
    Grid grid{{64, 64, 64}, {5e-3, 5e-3, 5e-3}, {across, across, k_layers}};
    grid.pml.cells = 8;
    const complex phase = is_bloch ? std::polar(1.0, 1.1) : complex(1);
    const Problem problem = layered(grid, glass, {phase, phase, 1});
    const Values f = random_values(problem);
    const double defect = residual(problem, f, inverse<Space>(problem, problem.layers, f));
    RecordProperty(is_bloch ? "bloch" : "pml", std::to_string(defect));
    EXPECT_LT(defect, 1e-10);
  }
}

// Thick layers' modes are far from orthogonal with conjugation, and each direction that is
// transformed loses digits by it: the tridiagonal systems along z spare one.
TEST(LayeredInverseInThickLayers, KeepsTheDigitsThatModesOfZLose) {
  using Space = Host;
  Grid grid{{44, 44, 44}, {5e-3, 5e-3, 5e-3}, {k_layers, k_layers, k_layers}};
  grid.pml.cells = 16;
  const Problem problem = vacuum(grid);
  const Values f = random_values(problem);
  const double layered = residual(problem, f, inverse<Space>(problem, problem.layers, f));
  const Space space;
  const Box all = whole_grid(problem);
  Values weighted = f;
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &at, Offset entry) {
    weighted[entry] *= plain_weight(problem, c, at);
  });
  const Vector<Space> to("curlew::test::result", f.size());
  Background<Space>(problem, make_modes(problem.axes), 1, all, all)
      .apply(space, all, to_device<Space>(weighted), all, to);
  EXPECT_LT(layered, 1e-8);
  EXPECT_GT(residual(problem, f, to_host(to)), 3 * layered);
}

// The set-up estimates the inverse's defect from samples; here it is computed on all planes.
TEST(DefectOfTheInverse, IsThatOfAllPlanes) {
  using Space = Host;
  const Space space;
  for (const int layer : {8, 12, 16}) {
    Grid grid{{40, 42, 44}, {5e-3, 5e-3, 5e-3}, {k_layers, k_layers, k_layers}};
    grid.pml.cells = layer;
    Problem problem = vacuum(grid);
    fill_sphere(problem, 4, 0.02);
    const BackgroundSolver<Space> solver(space, problem, make_system<Space>(problem),
                                         {BackgroundOptions::Form::support, 0});
    Problem empty = vacuum(grid);
    Values line = random_values(empty);
    for_each_entry(empty, [&](int, const std::array<Index, 3> &at, Offset entry) {
      if (at[1] != 14 || at[2] != 14)
        line[entry] = 0;
    });
    const double whole = residual(empty, line, inverse<Space>(empty, empty.layers, line));
    EXPECT_LT(solver.defect(), 5 * whole) << layer;
    EXPECT_GT(solver.defect(), whole / 5) << layer;
  }
}

} // namespace
} // namespace curlew::fdfd::testing
