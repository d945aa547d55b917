#include <curlew/core/mesh/locate.hpp>

#include <curlew/core/mesh/block_sums.hpp>
#include <curlew/core/mesh/extent.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/invert.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

constexpr double k_relative_tolerance = 1e-12; // tolerance over the mesh's diameter
// Larger bins are made sooner, since a tet reaches into fewer of them, and have longer lists to
// search. With 2 tets a bin the lists take twice the time and memory.
constexpr double k_tets_per_bin = 8;
constexpr int k_largest_bin_count = 1024; // per direction

// Barycentric coordinates if no face is farther than `tolerance` on the wrong side of the point.
std::optional<std::array<double, 4>> inside(const std::array<Point, 4> &v, const Point &point,
                                            double tolerance) {
  const double volume = dot(cross(v[1] - v[0], v[2] - v[0]), v[3] - v[0]);
  std::array<double, 4> weight;
  for (int i = 0; i < 4; ++i) {
    // inward normal of the face opposite node i, as long as twice the face's area
    const Point &a = v[k_tet_faces[i][0]], &b = v[k_tet_faces[i][1]], &c = v[k_tet_faces[i][2]];
    const Point normal = cross(c - a, b - a);
    const double height = dot(normal, point - a);
    if (!(height >= -tolerance * norm(normal)))
      return std::nullopt;
    weight[i] = height / volume;
  }
  return weight;
}

double squared_distance_to_box(const Point &p, const Point &low, const Point &high) {
  double sum = 0;
  for (int d = 0; d < 3; ++d) {
    const double out = std::max({low[d] - p[d], 0.0, p[d] - high[d]});
    sum += out * out;
  }
  return sum;
}

double distance_to_triangle(const Point &p, const Point &a, const Point &b, const Point &c) {
  const Point normal = cross(b - a, c - a);
  const bool over = dot(cross(b - a, p - a), normal) >= 0 &&
                    dot(cross(c - b, p - b), normal) >= 0 && dot(cross(a - c, p - c), normal) >= 0;
  if (over)
    return std::abs(dot(p - a, normal)) / norm(normal);
  return std::min(
      {distance_to_segment(p, a, b), distance_to_segment(p, b, c), distance_to_segment(p, c, a)});
}

} // namespace

TetLocator::TetLocator(const TetMesh &mesh, int threads)
    : points_(mesh.points.data()), tets_(mesh.tets.data()), tet_count_(mesh.tets.size()) {
  bin_tets_.offsets = {0, 0};
  if (mesh.tets.empty())
    return;
  const BoundingBox all =
      reduce_blocks(tet_count_, threads, BoundingBox(), [&](BoundingBox &part, std::size_t tet) {
        for (const Point &corner : corners(static_cast<Index>(tet)))
          part.add(corner);
      });
  low_ = all.low;
  high_ = all.high;
  const Point extent = high_ - low_;
  double farthest = 0;
  for (int d = 0; d < 3; ++d)
    farthest = std::max({farthest, std::abs(low_[d]), std::abs(high_[d])});
  // far from the origin the coordinates themselves are coarser than the relative tolerance
  tolerance_ =
      k_relative_tolerance * norm(extent) + 4 * std::numeric_limits<double>::epsilon() * farthest;

  const double bin_size = std::cbrt(extent[0] * extent[1] * extent[2] * k_tets_per_bin /
                                    static_cast<double>(tet_count_));
  for (int d = 0; d < 3; ++d) {
    bins_[d] = static_cast<int>(std::clamp(extent[d] / bin_size, 1.0, double(k_largest_bin_count)));
    bins_per_m_[d] = bins_[d] / extent[d];
  }
  // bins that the tet's bounding box touches
  const auto each_bin = [&](std::size_t tet, const auto &visit) {
    BoundingBox box;
    for (const Point &corner : corners(static_cast<Index>(tet)))
      box.add(corner);
    std::array<int, 3> first, last;
    for (int d = 0; d < 3; ++d) {
      first[d] = bin_of(box.low[d] - tolerance_, d);
      last[d] = bin_of(box.high[d] + tolerance_, d);
    }
    for (int z = first[2]; z <= last[2]; ++z)
      for (int y = first[1]; y <= last[1]; ++y)
        for (int x = first[0]; x <= last[0]; ++x)
          visit(x + std::size_t(bins_[0]) * (y + std::size_t(bins_[1]) * z));
  };
  bin_tets_ =
      invert_items(tet_count_, std::size_t(bins_[0]) * bins_[1] * bins_[2], threads, each_bin);
}

std::array<Point, 4> TetLocator::corners(Index tet) const {
  const std::array<Index, 4> &nodes = tets_[tet];
  return {points_[nodes[0]], points_[nodes[1]], points_[nodes[2]], points_[nodes[3]]};
}

int TetLocator::bin_of(double coordinate, int direction) const {
  const double bin = (coordinate - low_[direction]) * bins_per_m_[direction];
  return static_cast<int>(std::clamp(bin, 0.0, bins_[direction] - 1.0));
}

std::optional<TetLocation> TetLocator::find(const Point &point) const {
  std::size_t bin = 0;
  for (int d = 2; d >= 0; --d) {
    if (!(point[d] >= low_[d] - tolerance_ && point[d] <= high_[d] + tolerance_))
      return std::nullopt;
    bin = bin * bins_[d] + bin_of(point[d], d);
  }
  for (const Index *t = bin_tets_.begin(bin); t != bin_tets_.end(bin); ++t)
    if (const auto barycentric = inside(corners(*t), point, tolerance_))
      return TetLocation{*t, *barycentric};
  return std::nullopt;
}

double TetLocator::distance_m(const Point &point) const {
  if (find(point))
    return 0;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t tet = 0; tet < tet_count_; ++tet) {
    const auto [a, b, c, d] = corners(static_cast<Index>(tet));
    Point low, high;
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min({a[i], b[i], c[i], d[i]});
      high[i] = std::max({a[i], b[i], c[i], d[i]});
    }
    if (squared_distance_to_box(point, low, high) >= nearest * nearest)
      continue;
    nearest = std::min({nearest, distance_to_triangle(point, b, c, d),
                        distance_to_triangle(point, a, c, d), distance_to_triangle(point, a, b, d),
                        distance_to_triangle(point, a, b, c)});
  }
  return nearest;
}

std::array<double, 4> TetLocator::barycentric(Index tet, const Point &point) const {
  return *inside(corners(tet), point, std::numeric_limits<double>::infinity());
}

std::string TetLocator::describe_outside(const Point &point) const {
  return describe_outside(point, distance_m(point), low_, high_);
}

std::string TetLocator::describe_outside(const Point &point, double distance, const Point &low,
                                         const Point &high) {
  return fmt::format("({:.9g}, {:.9g}, {:.9g}) m lies outside of the mesh, {:.4g} m from its "
                     "nearest point; the mesh spans x {:.6g} .. {:.6g}, y {:.6g} .. {:.6g}, "
                     "z {:.6g} .. {:.6g} m",
                     point[0], point[1], point[2], distance, low[0], high[0], low[1], high[1],
                     low[2], high[2]);
}

} // namespace curlew
