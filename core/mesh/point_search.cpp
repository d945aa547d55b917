#include <curlew/core/mesh/point_search.hpp>

#include <curlew/core/mesh/extent.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

constexpr double k_weight_tolerance = 1e-12; // rounding of a barycentric weight
constexpr std::size_t k_leaf_points = 8;

// A balanced binary tree over points: each node halves its points along the longest side of their
// box.
class PointTree {
public:
  explicit PointTree(const std::vector<SearchPoint> &points) : points_(points) {
    for (std::size_t p = 0; p < points.size(); ++p) {
      const Point &at = points[p].position_m;
      if (std::isfinite(at[0]) && std::isfinite(at[1]) && std::isfinite(at[2]))
        order_.push_back(p);
    }
    if (!order_.empty())
      build(0, order_.size());
  }

  // Calls visit(point) for each point in a box, and for some near it.
  template <class Visit> void for_points_in(const BoundingBox &box, const Visit &visit) const {
    if (!nodes_.empty())
      descend(0, box, visit);
  }

private:
  struct Node {
    BoundingBox box;
    std::size_t begin, end; // into order_
    std::size_t second = 0; // the second child; the first follows its parent. 0: a leaf
  };

  std::size_t build(std::size_t begin, std::size_t end) {
    const std::size_t at = nodes_.size();
    BoundingBox box;
    for (std::size_t i = begin; i < end; ++i)
      box.add(points_[order_[i]].position_m);
    nodes_.push_back({box, begin, end});
    if (end - begin <= k_leaf_points)
      return at;
    const Point extent = box.high - box.low;
    const auto longest = std::max_element(extent.begin(), extent.end()) - extent.begin();
    const std::size_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](std::size_t a, std::size_t b) {
                       return points_[a].position_m[longest] < points_[b].position_m[longest];
                     });
    build(begin, middle);
    const std::size_t second = build(middle, end); // nodes_ grows: its elements move
    nodes_[at].second = second;
    return at;
  }

  template <class Visit>
  void descend(std::size_t at, const BoundingBox &box, const Visit &visit) const {
    for (;;) { // the first child by iteration, the second by recursion
      const Node &node = nodes_[at];
      if (!node.box.meets(box))
        return;
      if (node.second == 0) {
        for (std::size_t i = node.begin; i < node.end; ++i)
          visit(order_[i]);
        return;
      }
      descend(node.second, box, visit);
      ++at;
    }
  }

  const std::vector<SearchPoint> &points_;
  std::vector<std::size_t> order_;
  std::vector<Node> nodes_;
};

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
  const PointTree tree(points);
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
      const auto tet = static_cast<Index>(t);
      tree.for_points_in(box, [&](std::size_t p) {
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
