#include <curlew/core/mesh/curved_locate.hpp>

#include <curlew/core/mesh/curved.hpp>
#include <curlew/core/mesh/geometry.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

constexpr double k_outside = 1e-10; // tolerance of barycentric coordinates
constexpr int k_most_steps = 50;

std::vector<Index> find_curved(const TetMesh &mesh) {
  std::vector<Index> curved;
  for (Index t = 0; t < static_cast<Index>(mesh.tets.size()) && mesh.is_curved(); ++t)
    if (is_curved_tet(mesh, t))
      curved.push_back(t);
  return curved;
}

// The boxes of the control points 2 m - (a + b)/2 and of the vertices, which hold the tets.
std::vector<BoundingBox> boxes_of(const TetMesh &mesh, const std::vector<Index> &tets) {
  std::vector<BoundingBox> boxes;
  for (const Index t : tets) {
    BoundingBox box;
    for (int k = 0; k < 6; ++k) {
      const Point &a = mesh.points[mesh.tets[t][k_tet_edges[k][0]]];
      const Point &b = mesh.points[mesh.tets[t][k_tet_edges[k][1]]];
      box.add(a);
      box.add(b);
      box.add(2.0 * mesh.edge_points[mesh.tet_edge_points[t][k]] - 0.5 * (a + b));
    }
    boxes.push_back(box);
  }
  return boxes;
}

} // namespace

CurvedLocator::CurvedLocator(const TetMesh &mesh, int threads)
    : points_(mesh.points.data()), edge_points_(mesh.edge_points.data()), tets_(mesh.tets.data()),
      tet_edge_points_(mesh.tet_edge_points.data()),
      straight_(std::make_shared<const TetLocator>(mesh, threads)), curved_(find_curved(mesh)),
      boxes_(std::make_shared<const std::vector<BoundingBox>>(boxes_of(mesh, curved_))),
      tree_(std::make_shared<const BoxTree>(*boxes_)) {}

// Newton's method for x(l) = p from the middle of the tet, damped to steps of at most a half.
std::optional<std::array<double, 4>> CurvedLocator::inside(Index t, const Point &p) const {
  std::array<double, 4> l = {0.25, 0.25, 0.25, 0.25};
  for (int step = 0; step < k_most_steps; ++step) {
    std::array<Point, 4> slope;
    Point off = p;
    for (int i = 0; i < 4; ++i) {
      const Point &node = points_[tets_[t][i]];
      off = off - (l[i] * (2 * l[i] - 1)) * node;
      slope[i] = (4 * l[i] - 1) * node;
    }
    for (int k = 0; k < 6; ++k) {
      const auto [a, b] = k_tet_edges[k];
      const Point &middle = edge_points_[tet_edge_points_[t][k]];
      off = off - (4 * l[a] * l[b]) * middle;
      slope[a] = slope[a] + (4 * l[b]) * middle;
      slope[b] = slope[b] + (4 * l[a]) * middle;
    }
    const Point u = slope[1] - slope[0], v = slope[2] - slope[0], w = slope[3] - slope[0];
    const double det = dot(u, cross(v, w));
    const Point change = {dot(off, cross(v, w)) / det, dot(off, cross(w, u)) / det,
                          dot(off, cross(u, v)) / det};
    const double size = std::max({std::abs(change[0]), std::abs(change[1]), std::abs(change[2])});
    if (!std::isfinite(size))
      return std::nullopt;
    const double part = size > 0.5 ? 0.5 / size : 1;
    for (int i = 0; i < 3; ++i)
      l[i + 1] += part * change[i];
    l[0] = 1 - l[1] - l[2] - l[3];
    if (size < 1e-13) {
      if (*std::min_element(l.begin(), l.end()) < -k_outside)
        return std::nullopt;
      return l;
    }
  }
  return std::nullopt;
}

std::optional<TetLocation> CurvedLocator::find(const Point &point_m) const {
  const std::optional<TetLocation> flat = straight_->find(point_m);
  if (curved_.empty() || (flat && !std::binary_search(curved_.begin(), curved_.end(), flat->tet)))
    return flat;
  BoundingBox here;
  here.add(point_m);
  std::vector<Index> near;
  tree_->for_boxes_meeting(here, [&](Index i) { near.push_back(curved_[i]); });
  std::sort(near.begin(), near.end());
  for (const Index tet : near)
    if (const auto l = inside(tet, point_m))
      return TetLocation{tet, *l};
  return std::nullopt;
}

} // namespace curlew
