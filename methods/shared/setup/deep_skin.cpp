#include <curlew/methods/shared/setup/deep_skin.hpp>

#include <curlew/core/skin_depth.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

namespace curlew {
namespace {

constexpr double k_deep_skin = 0.05; // skin depth over the least extent
constexpr double k_flat_part = 1e-6; // least extent over the largest

// Sets of nodes that triangles connect.
class NodeSets {
public:
  Index root_of(Index node) {
    const auto found = parent_.emplace(node, node).first;
    if (found->second == node)
      return node;
    return found->second = root_of(found->second);
  }
  void join(Index a, Index b) { parent_[root_of(a)] = root_of(b); }

private:
  std::map<Index, Index> parent_;
};

struct Box {
  Point low, high;
};

// Returns the least extent of a connected part of the wall that is not flat, m; infinite where all
// are flat.
double least_extent_m(const std::vector<Point> &points, const std::vector<WallTriangle> &triangles,
                      const Boundary &boundary) {
  constexpr double k_far = std::numeric_limits<double>::infinity();
  NodeSets sets;
  for (const WallTriangle &one : triangles)
    if (one.boundary == &boundary)
      for (int v : {1, 2})
        sets.join(one.nodes[0], one.nodes[v]);
  std::map<Index, Box> boxes;
  for (const WallTriangle &one : triangles)
    for (int v = 0; one.boundary == &boundary && v < 3; ++v) {
      Box &box = boxes
                     .try_emplace(sets.root_of(one.nodes[v]),
                                  Box{{k_far, k_far, k_far}, {-k_far, -k_far, -k_far}})
                     .first->second;
      for (int d = 0; d < 3; ++d) {
        box.low[d] = std::min(box.low[d], points[one.nodes[v]][d]);
        box.high[d] = std::max(box.high[d], points[one.nodes[v]][d]);
      }
    }
  double least_m = k_far;
  for (const auto &[root, box] : boxes) {
    const Point size = box.high - box.low;
    const auto [least, largest] = std::minmax({size[0], size[1], size[2]});
    if (least > k_flat_part * largest)
      least_m = std::min(least_m, least);
  }
  return least_m;
}

} // namespace

std::vector<std::string> deep_skin_warnings(const Case &input, const std::vector<Point> &points,
                                            const std::vector<WallTriangle> &triangles) {
  std::vector<std::string> warnings;
  if (input.frequencies_hz.empty())
    return warnings;
  const double lowest_hz =
      *std::min_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  for (const Boundary &boundary : input.boundaries) {
    const auto *impedance = spec_of<SurfaceImpedanceSpec>(boundary);
    if (impedance == nullptr || !(impedance->sigma > 0))
      continue;
    const double depth_m = skin_depth_m(lowest_hz, impedance->sigma, impedance->mu_r);
    const double extent_m = least_extent_m(points, triangles, boundary);
    if (depth_m > k_deep_skin * extent_m)
      warnings.push_back(fmt::format(
          "{}: the skin depth of {:.3g} m at {:.4g} Hz is {:.2g} times the least extent of the "
          "conductor, {:.3g} m: \"sigma\" gives the impedance of a metal that is much thicker and "
          "flat, which is off by about that share. Is \"sigma\" in S/m? Otherwise mesh the inside "
          "and give it a material with this \"sigma\"",
          where(input, boundary), depth_m, lowest_hz, depth_m / extent_m, extent_m));
  }
  return warnings;
}

} // namespace curlew
