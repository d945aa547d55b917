#pragma once

#include <curlew/methods/mom/fill/pair_list.hpp>
#include <curlew/methods/mom/surface.hpp>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace curlew::mom {

// Finds the faces that are near a face: those whose centroids are closer than a radius, or than 2.6
// sums of their radii (three diameters of equal faces). Further off three points to a face are
// good enough for what the grid is good for, though not for the dense matrix (NearTest).
class NearFinder {
public:
  // `surface` must stay.
  NearFinder(const Surface &surface, double radius_m);

  // Calls f(q), q in no order, with `p` itself too.
  template <class F> void for_each_near(Index p, F &&f) const {
    const auto middle = bin_of(p);
    for (std::int64_t x = -1; x <= 1; ++x)
      for (std::int64_t y = -1; y <= 1; ++y)
        for (std::int64_t z = -1; z <= 1; ++z) {
          const auto found = bins_.find(key({middle[0] + x, middle[1] + y, middle[2] + z}));
          if (found == bins_.end())
            continue;
          for (const Index q : found->second)
            if (is_near(p, q))
              f(q);
        }
  }

  bool is_near(Index p, Index q) const {
    const Face &a = surface_.faces[p], &b = surface_.faces[q];
    const double reach = k_reach * (a.radius + b.radius);
    return distance_squared(a.centroid, b.centroid) < std::max(squared_, reach * reach);
  }

  static constexpr double k_reach = 2.6; // sums of radii

private:
  using Bin = std::array<std::int64_t, 3>;
  Bin bin_of(Index face) const;
  static std::int64_t key(const Bin &bin) { return (bin[0] * 2000003 + bin[1]) * 2000003 + bin[2]; }

  const Surface &surface_;
  double squared_, size_;
  double low_[3];
  std::unordered_map<std::int64_t, std::vector<Index>> bins_;
};

// Near pairs of faces, and the rows of the matrix's near part: the basis functions that a near pair
// connects with each row's, ascending.
struct NearPattern {
  PairList pairs; // p <= q
  std::vector<Offset> row_begin;
  std::vector<Index> columns;
};
NearPattern make_near_pattern(const Surface &surface, const NearFinder &finder, int threads = 0);

// Entries in a row of the near part, in the mean: from some hundred rows, without making it.
double near_entries_per_row(const Surface &surface, const NearFinder &finder);

} // namespace curlew::mom
