#include <curlew/core/mesh/orient_surface.hpp>

#include <curlew/core/mesh/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>

namespace curlew {
namespace {

using Edge = std::array<Index, 2>;

// A triangle at an edge, and whether the way around it by rising nodes takes the edge upwards.
struct Side {
  std::size_t triangle;
  bool rises;
};

class Surface {
public:
  explicit Surface(const std::vector<SurfaceTriangle> &triangles)
      : triangles_(triangles), signs_(triangles.size(), 0) {
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const auto &n = triangles[t].nodes;
      sides_[{n[0], n[1]}].push_back({t, true});
      sides_[{n[1], n[2]}].push_back({t, true});
      sides_[{n[0], n[2]}].push_back({t, false});
    }
    for (const auto &[edge, sides] : sides_)
      if (sides.size() > 2)
        throw std::invalid_argument(fmt::format("{} of its triangles meet in the edge at {}",
                                                sides.size(), position(sides.front().triangle)));
  }

  std::vector<std::int8_t> orient() {
    std::vector<std::size_t> order(triangles_.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return triangles_[a].nodes < triangles_[b].nodes;
    });
    for (const std::size_t first : order)
      if (signs_[first] == 0)
        orient_part(first);
    return std::move(signs_);
  }

private:
  std::string position(std::size_t triangle) const {
    const Point &p = triangles_[triangle].corners_m[0];
    return fmt::format("({:.6g}, {:.6g}, {:.6g}) m", p[0], p[1], p[2]);
  }

  // All triangles that hang together with this one.
  void orient_part(std::size_t first) {
    std::vector<std::size_t> part{first};
    bool is_closed = true;
    signs_[first] = 1;
    for (std::size_t i = 0; i < part.size(); ++i) {
      const std::size_t t = part[i];
      const auto &n = triangles_[t].nodes;
      for (const Edge &edge : {Edge{n[0], n[1]}, Edge{n[1], n[2]}, Edge{n[0], n[2]}}) {
        const std::vector<Side> &sides = sides_.at(edge);
        is_closed = is_closed && sides.size() == 2;
        if (sides.size() < 2)
          continue;
        const bool is_first = sides[0].triangle == t;
        const Side &mine = sides[is_first ? 0 : 1], &other = sides[is_first ? 1 : 0];
        // Two sides of one surface run along their edge in opposite directions.
        const auto sign =
            static_cast<std::int8_t>(mine.rises == other.rises ? -signs_[t] : signs_[t]);
        if (signs_[other.triangle] == 0) {
          signs_[other.triangle] = sign;
          part.push_back(other.triangle);
        } else if (signs_[other.triangle] != sign) {
          throw std::invalid_argument("it has one side only, at " + position(t));
        }
      }
    }
    if (measure(part, is_closed) < 0)
      for (const std::size_t t : part)
        signs_[t] = static_cast<std::int8_t>(-signs_[t]);
  }

  // Six times the volume of a closed part; of an open one the largest component of twice its area.
  double measure(std::vector<std::size_t> part, bool is_closed) const {
    std::sort(part.begin(), part.end(), [&](std::size_t a, std::size_t b) {
      return triangles_[a].nodes < triangles_[b].nodes;
    });
    const Point origin = triangles_[part.front()].corners_m[0];
    double volume = 0;
    Point area{0, 0, 0};
    for (const std::size_t t : part) {
      const auto &x = triangles_[t].corners_m;
      const Point one = double(signs_[t]) * cross(x[1] - x[0], x[2] - x[0]);
      volume += dot(x[0] - origin, one);
      area = area + one;
    }
    if (is_closed)
      return volume;
    int largest = 0;
    for (int d = 1; d < 3; ++d)
      if (std::abs(area[d]) > std::abs(area[largest]) * (1 + 1e-9)) // a tie goes to the first
        largest = d;
    return area[largest];
  }

  const std::vector<SurfaceTriangle> &triangles_;
  std::map<Edge, std::vector<Side>> sides_;
  std::vector<std::int8_t> signs_;
};

} // namespace

std::vector<std::int8_t> orient_surface(const std::vector<SurfaceTriangle> &triangles) {
  return Surface(triangles).orient();
}

} // namespace curlew
