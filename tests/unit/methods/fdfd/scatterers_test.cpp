// Searches through the whole grid, against plain loops.
#include "background_cases.hpp"

#include <curlew/methods/fdfd/background/scatterers.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

struct Plain {
  std::vector<Offset> entries;
  Box box;
};

Plain plain(const Problem &problem, const Layers &background) {
  Plain found;
  found.entries.resize(problem.eps.size());
  std::array<Index, 3> first{problem.count(0), problem.count(1), problem.count(2)},
      last{-1, -1, -1};
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &at, Offset entry) {
    const auto id = problem.eps_id[c][entry - c * problem.size()];
    ++found.entries[id];
    if (id == 0 || problem.eps[id] == background.at(c, at[2]))
      return;
    for (int d = 0; d < 3; ++d) {
      first[d] = std::min(first[d], at[d]);
      last[d] = std::max(last[d], at[d]);
    }
  });
  if (last[0] >= 0)
    for (int d = 0; d < 3; ++d) {
      found.box.first[d] = first[d];
      found.box.size[d] = last[d] + 1 - first[d];
    }
  return found;
}

void expect_equal(const Box &a, const Box &b) {
  EXPECT_EQ(a.first, b.first);
  EXPECT_EQ(a.size, b.size);
}

std::vector<Problem> problems() {
  std::vector<Problem> found;
  for (const std::array<Index, 3> cells :
       {std::array<Index, 3>{17, 12, 14}, {16, 1, 13}, {1, 9, 11}, {2, 3, 40}}) {
    Grid grid{cells};
    grid.pml.cells = 0;
    for (int d = 0; d < 2; ++d)
      grid.walls[d] = {Wall::periodic, Wall::periodic};
    grid.walls[2] = {Wall::pec, Wall::pmc};
    found.push_back(vacuum(grid));
    Problem one = found.back(), several = found.back();
    fill_sphere(one, 4, 0.016, {2e-3, -1e-3, 3e-3});
    found.push_back(one);
    std::mt19937 random(5);
    for (int m = 0; m < 6; ++m)
      several.eps.emplace_back(1 + m % 3, -m);
    for (auto &ids : several.eps_id)
      for (auto &id : ids)
        if (id != 0 && random() % 7 == 0)
          id = static_cast<std::uint16_t>(1 + random() % 7);
    found.push_back(several);
  }
  return found;
}

TEST(Scatterers, AreWhatPlainLoopsFind) {
  for (Problem problem : problems())
    for (const int threads : {1, 3}) {
      problem.threads = threads;
      Layers layers;
      for (Index k = 0; k < problem.count(2); ++k) {
        layers.node.push_back(k < 5 ? 1 : 4);
        layers.half.push_back(k < 4 ? 1 : 4);
      }
      const Plain vacuum = plain(problem, uniform_layers(1)), dense = plain(problem, layers);
      EXPECT_EQ(entries_of_ids(problem), vacuum.entries);
      expect_equal(support_box(problem, complex(1)), vacuum.box);
      expect_equal(support_box(problem, layers), dense.box);
      EXPECT_EQ(surrounding_eps(problem), complex(1));
    }
}

TEST(Scatterers, LeaveAnEmptyBoxWhereThereAreNone) {
  Problem problem = vacuum({{9, 8, 7}});
  EXPECT_TRUE(support_box(problem, complex(1)).is_empty());
  expect_equal(support_box(problem, complex(2)), plain(problem, uniform_layers(2)).box);
  for (auto &ids : problem.eps_id)
    std::fill(ids.begin(), ids.end(), 0); // no free entry
  EXPECT_TRUE(support_box(problem, complex(2)).is_empty());
  problem.eps.resize(1);
  EXPECT_EQ(surrounding_eps(problem), complex(1));
}

} // namespace
} // namespace curlew::fdfd::testing
