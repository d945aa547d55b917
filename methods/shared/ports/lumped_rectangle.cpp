#include <curlew/methods/shared/ports/lumped_parts.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace curlew {
namespace {

std::array<Point, 3> corners_of(const PortFace &face, std::size_t f) {
  const auto &n = face.topology.faces[face.faces[f]];
  return {face.mesh.points[n[0]], face.mesh.points[n[1]], face.mesh.points[n[2]]};
}

double area_of(const PortFace &face, std::size_t f) {
  const auto [a, b, c] = corners_of(face, f);
  return triangle_area(a, b, c);
}

// Two vectors at an edge of the rim.
struct RimEdge {
  Index number = 0;
  Point middle{}, vector{};
};

class Rectangle {
public:
  Rectangle(const PortFace &face, const Point &direction, LumpedPart &part)
      : face_(face), direction_(direction), part_(part) {}

  void measure() {
    require_in_faces();
    sort_rim();
    find_along();
    find_ends();
    double area = 0;
    for (const std::size_t f : part_.faces)
      area += area_of(face_, f);
    part_.width_m = area / (part_.to_m - part_.from_m);
  }

private:
  [[noreturn]] void refuse(double angle, const std::string &what) const {
    throw InputError(fmt::format(
        "{}: the direction ({:.4g}, {:.4g}, {:.4g}) of the lumped part is {:.3g} degrees off {}. A "
        "lumped face is a rectangle whose sides lie along and across its direction within 0.1 "
        "degree, or a ring with \"direction\": \"radial\"",
        face_.location, direction_[0], direction_[1], direction_[2], angle / k_degree, what));
  }

  void require_in_faces() const {
    for (const std::size_t f : part_.faces) {
      const auto [a, b, c] = corners_of(face_, f);
      const Point normal = cross(b - a, c - a);
      const double angle =
          std::asin(std::min(1.0, std::abs(dot(normal, direction_)) / norm(normal)));
      if (angle > k_aligned)
        refuse(angle, fmt::format("its face around {}", place_of(part_)));
    }
  }

  // Sorts the edges of the rim into sides, along the direction, and ends, across it.
  void sort_rim() {
    for (const Index edge : rim_edges(only(face_, part_))) {
      const auto &[i, j] = face_.topology.edges[edge];
      const Point &from = face_.mesh.points[i], &to = face_.mesh.points[j];
      const Point vector = to - from;
      const double angle =
          std::acos(std::min(1.0, std::abs(dot(vector, direction_)) / norm(vector)));
      const RimEdge one{edge, 0.5 * (from + to), vector};
      if (angle <= k_aligned)
        sides_.push_back(one);
      else if (0.5 * k_pi - angle <= k_aligned)
        ends_.push_back(one);
      else
        refuse(std::min(angle, 0.5 * k_pi - angle),
               fmt::format("the side of its face from {}", describe_edge(face_, edge)));
    }
  }

  // The sides give the direction to more digits than the case.
  void find_along() {
    Point sum{};
    for (const RimEdge &side : sides_)
      sum = sum + (dot(side.vector, direction_) > 0 ? 1.0 : -1.0) * side.vector;
    part_.along = sides_.empty() ? direction_ : (1 / norm(sum)) * sum;
  }

  void find_ends() {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const RimEdge &end : ends_) {
      low = std::min(low, dot(part_.along, end.middle));
      high = std::max(high, dot(part_.along, end.middle));
    }
    double weights[2] = {0, 0}, sums[2] = {0, 0};
    for (const RimEdge &end : ends_) {
      const double at = dot(part_.along, end.middle), length = norm(end.vector);
      const bool is_high = at - low > high - at;
      (is_high ? part_.high : part_.low).push_back(end.number);
      weights[is_high] += length;
      sums[is_high] += length * at;
    }
    const double width = std::max(weights[0], weights[1]);
    const double tolerance = k_aligned * width + k_same_place * (high - low);
    for (const RimEdge &end : ends_) {
      const double at = dot(part_.along, end.middle);
      if (std::min(at - low, high - at) > tolerance)
        throw InputError(fmt::format(
            "{}: the lumped face around {} is no rectangle along its direction: its side from {} "
            "lies between its ends; give each rectangle a group of its own",
            face_.location, place_of(part_), describe_edge(face_, end.number)));
    }
    if (part_.low.empty() || part_.high.empty())
      throw InputError(fmt::format("{}: the lumped face around {} has no two ends across its "
                                   "direction",
                                   face_.location, place_of(part_)));
    part_.from_m = sums[0] / weights[0];
    part_.to_m = sums[1] / weights[1];
  }

  const PortFace &face_;
  const Point &direction_;
  LumpedPart &part_;
  std::vector<RimEdge> sides_, ends_;
};

} // namespace

void measure_rectangle(const PortFace &face, const Point &direction, LumpedPart &part) {
  Rectangle(face, direction, part).measure();
}

} // namespace curlew
