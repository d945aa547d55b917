#include <curlew/methods/mom/dense/dense_factors.hpp>

#include <curlew/methods/mom/aim/clusters.hpp>

#include <algorithm>

namespace curlew::mom {

std::vector<std::vector<Index>> row_panels(const Surface &surface, Index most) {
  return make_clusters(surface, most);
}

Index default_panel(Index unknowns) {
  // A panel is 3 % of a matrix in single precision; fewer rows would share too few faces.
  constexpr Index k_share = 64, k_least = 64;
  return std::min(unknowns, std::max(unknowns / k_share, k_least));
}

} // namespace curlew::mom
