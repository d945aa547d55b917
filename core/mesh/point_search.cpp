#include <curlew/core/mesh/point_search.hpp>

#include <curlew/core/mesh/box_tree.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <atomic>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

constexpr double k_weight_tolerance = 1e-12; // rounding of a barycentric weight
// A point with such weights lies at most this fraction of a tet's diagonal outside of its box.
constexpr double k_box_margin = 4 * k_weight_tolerance;

struct PointBoxes {
  std::vector<BoundingBox> boxes;
  std::vector<std::size_t> points; // of each box
};

PointBoxes boxes_of(const std::vector<SearchPoint> &points) {
  PointBoxes result;
  for (std::size_t p = 0; p < points.size(); ++p) {
    const Point &at = points[p].position_m;
    if (std::isfinite(at[0]) && std::isfinite(at[1]) && std::isfinite(at[2])) {
      result.boxes.push_back({at, at});
      result.points.push_back(p);
    }
  }
  return result;
}

bool contains(const std::array<Point, 4> &v, const Point &p) {
  const double volume = dot(cross(v[1] - v[0], v[2] - v[0]), v[3] - v[0]);
  for (const std::array<int, 3> &face : k_tet_faces) {
    const Point &a = v[face[0]], &b = v[face[1]], &c = v[face[2]];
    if (!(dot(cross(c - a, b - a), p - a) >= -k_weight_tolerance * volume))
      return false;
  }
  return true;
}

} // namespace

std::vector<Index> containing_tets(const TetMesh &mesh, const std::vector<SearchPoint> &points,
                                   const std::vector<std::uint8_t> &solved, int threads) {
  constexpr Index k_none = std::numeric_limits<Index>::max();
  std::vector<std::atomic<Index>> lowest(points.size());
  for (std::atomic<Index> &one : lowest)
    one.store(k_none, std::memory_order_relaxed);
  const PointBoxes finite = boxes_of(points);
  const BoxTree tree(finite.boxes);
  parallel_chunks(mesh.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      if (!solved.empty() && !solved[t])
        continue;
      std::array<Point, 4> v;
      for (int i = 0; i < 4; ++i)
        v[i] = mesh.points[mesh.tets[t][i]];
      BoundingBox box;
      for (const Point &corner : v)
        box.add(corner);
      box.widen(k_box_margin);
      const auto tet = static_cast<Index>(t);
      tree.for_boxes_meeting(box, [&](Index b) {
        const std::size_t p = finite.points[b];
        if (points[p].own_tet == tet || !contains(v, points[p].position_m))
          return;
        Index known = lowest[p].load(std::memory_order_relaxed);
        while (tet < known && !lowest[p].compare_exchange_weak(known, tet)) {
        }
      });
    }
  });
  std::vector<Index> result(points.size());
  for (std::size_t p = 0; p < points.size(); ++p)
    result[p] = lowest[p] == k_none ? -1 : lowest[p].load();
  return result;
}

} // namespace curlew
