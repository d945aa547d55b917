#include <curlew/methods/shared/far_field/closed_surface.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace curlew {

std::optional<Point> find_open_end(const std::vector<SurfaceEdge> &edges,
                                   const std::vector<ImagePlane> &images) {
  std::map<std::pair<Index, Index>, std::pair<int, const SurfaceEdge *>> faces_of;
  double size_m = 0;
  for (const SurfaceEdge &edge : edges) {
    auto &[count, kept] = faces_of[std::minmax(edge.a, edge.b)];
    ++count;
    kept = &edge;
    size_m = std::max(size_m, norm(edge.a_m - edges.front().a_m));
  }
  const auto lies_on_image = [&](const SurfaceEdge &edge) {
    constexpr double k_rounding = 1e-6; // tolerance over the surface's size
    return std::any_of(images.begin(), images.end(), [&](const ImagePlane &plane) {
      return std::max(std::abs(edge.a_m[plane.axis] - plane.at_m),
                      std::abs(edge.b_m[plane.axis] - plane.at_m)) <= k_rounding * size_m;
    });
  };
  for (const auto &[nodes, entry] : faces_of)
    if (entry.first % 2 != 0 && !lies_on_image(*entry.second))
      return entry.second->a_m;
  return {};
}

} // namespace curlew
