#pragma once

#include <curlew/methods/mom/fill/face_bins.hpp>
#include <curlew/methods/mom/fill/pair_list.hpp>
#include <curlew/methods/mom/surface.hpp>

#include <algorithm>
#include <vector>

namespace curlew::mom {

// Finds the faces that are near a face: those whose centroids are closer than a radius, or than 2.6
// sums of their radii (three diameters of equal faces). At larger distance three points to a face
// are as accurate as the grid, though not accurate enough for the dense matrix (NearTest).
class NearFinder {
public:
  // `surface` must outlive the finder.
  NearFinder(const Surface &surface, double radius_m);

  // Calls f(q) for the near faces in no order, with `p` itself too.
  template <class F> void for_each_near(Index p, F &&f) const {
    bins_.for_each_around(surface_.faces[p], [&](Index q) {
      if (is_near(p, q))
        f(q);
    });
  }

  bool is_near(Index p, Index q) const {
    const Face &a = surface_.faces[p], &b = surface_.faces[q];
    const double reach = k_reach * (a.radius + b.radius);
    return distance_squared(a.centroid, b.centroid) < std::max(squared_, reach * reach);
  }

  static constexpr double k_reach = 2.6; // sums of radii

private:
  const Surface &surface_;
  double squared_;
  FaceBins bins_;
};

// Near pairs of faces, and the rows of the matrix's near part: the basis functions that a near pair
// connects with each row's function, ascending.
struct NearPattern {
  PairList pairs; // p <= q, p no image
  std::vector<Offset> row_begin;
  std::vector<Index> columns;
};
NearPattern make_near_pattern(const Surface &surface, const NearFinder &finder, int threads = 0);

// Returns the mean number of entries in a row of the near part, from some hundred rows, without
// making it.
double near_entries_per_row(const Surface &surface, const NearFinder &finder);

} // namespace curlew::mom
