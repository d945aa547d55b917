#include <curlew/methods/mom/aim/clusters.hpp>

#include <algorithm>
#include <numeric>

namespace curlew::mom {
namespace {

// Returns twice the coordinate of a basis function: the sum of those of its faces' centroids.
double position(const Surface &surface, Index basis, int axis) {
  const BasisFunction &f = surface.basis[basis];
  return surface.faces[f.face[0]].centroid[axis] + surface.faces[f.face[1]].centroid[axis];
}

void cut(const Surface &surface, std::vector<Index> cluster, Index most,
         std::vector<std::vector<Index>> &clusters) {
  if (static_cast<Index>(cluster.size()) <= most) {
    std::sort(cluster.begin(), cluster.end());
    clusters.push_back(std::move(cluster));
    return;
  }
  int longest = 0;
  double extent = -1;
  for (int d = 0; d < 3; ++d) {
    const auto [low, high] =
        std::minmax_element(cluster.begin(), cluster.end(), [&](Index a, Index b) {
          return position(surface, a, d) < position(surface, b, d);
        });
    const double length = position(surface, *high, d) - position(surface, *low, d);
    if (length > extent) {
      extent = length;
      longest = d;
    }
  }
  const auto middle = cluster.begin() + static_cast<std::ptrdiff_t>(cluster.size() / 2);
  std::nth_element(cluster.begin(), middle, cluster.end(), [&](Index a, Index b) {
    const double x = position(surface, a, longest), y = position(surface, b, longest);
    return x != y ? x < y : a < b;
  });
  cut(surface, {cluster.begin(), middle}, most, clusters);
  cut(surface, {middle, cluster.end()}, most, clusters);
}

} // namespace

std::vector<std::vector<Index>> make_clusters(const Surface &surface, Index most) {
  std::vector<Index> all(surface.basis.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<std::vector<Index>> clusters;
  cut(surface, std::move(all), most, clusters);
  return clusters;
}

Neighbours::Neighbours(const Surface &surface)
    : surface_(surface), edges_at_(surface.mesh.points.size()),
      faces_at_(surface.mesh.points.size()) {
  for (Index n = 0; n < surface.unknowns(); ++n) {
    const std::array<Index, 4> nodes = corners(n);
    for (int i = 0; i < 4; ++i) {
      if (i < 2)
        edges_at_[nodes[i]].push_back(n);
      faces_at_[nodes[i]].push_back(n);
    }
  }
}

std::array<Index, 4> Neighbours::corners(Index basis) const {
  const BasisFunction &f = surface_.basis[basis];
  const auto &first = surface_.mesh.triangles[f.face[0]];
  const auto &second = surface_.mesh.triangles[f.face[1]];
  return {first[(f.corner[0] + 1) % 3], first[(f.corner[0] + 2) % 3], first[f.corner[0]],
          second[f.corner[1]]};
}

std::vector<Index> Neighbours::collect(Index basis, const Lists &lists) const {
  std::vector<Index> found;
  for (const Index node : corners(basis))
    found.insert(found.end(), lists[node].begin(), lists[node].end());
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

} // namespace curlew::mom
