#pragma once

#include <curlew/core/index.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace curlew::fem {

constexpr int k_most_periods = 3; // directions of space

// Item `there` is item `here`, moved by a period.
struct PeriodLink {
  Index here = -1, there = -1;
  int period = 0;
};

// Orbits of items that are identified: the lowest item of each as root, and the number of times
// each item is moved from its root by each period.
struct Orbits {
  std::vector<Index> root;
  std::vector<std::array<int, k_most_periods>> steps;
};
Orbits find_orbits(std::size_t items, const std::vector<PeriodLink> &links);

} // namespace curlew::fem
