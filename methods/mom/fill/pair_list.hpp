#pragma once

#include <curlew/methods/mom/surface.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace curlew::mom {

// Test of which pairs of faces are near: their centroids are closer than four sums of their radii.
// The test uses whole numbers, so that every kernel on every machine decides alike: a pair is never
// added twice or left out.
struct NearTest {
  std::vector<std::array<std::int32_t, 3>> centroid; // in units of a 2^30th of the extent
  std::vector<std::int32_t> reach;                   // four radii

  bool is_near(Index p, Index q) const {
    std::int64_t squared = 0;
    for (int d = 0; d < 3; ++d) {
      const std::int64_t x = centroid[p][d] - std::int64_t(centroid[q][d]);
      squared += x * x;
    }
    const std::int64_t both = std::int64_t(reach[p]) + reach[q];
    return squared < both * both;
  }
};
NearTest make_near_test(const Surface &surface);

// Near pairs p <= q, by p, then q; pairs of two images are left out. `wanted`, where not empty: 1
// for the faces, without images, of which each pair must have one.
struct PairList {
  std::vector<Offset> offset; // [p]: begin of its pairs in `second`
  std::vector<Index> second;  // q of each pair
};
PairList near_pairs(const Surface &surface, const NearTest &test, int threads = 0,
                    const std::vector<char> &wanted = {});

} // namespace curlew::mom
