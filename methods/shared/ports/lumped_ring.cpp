#include <curlew/methods/shared/ports/lumped_parts.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/shared/ports/port_circles.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace curlew {
namespace {

constexpr double k_corner = 55 * k_degree; // turn of a rim between an arc and a straight side
constexpr double k_straight = 1e-3;        // distance from a chord, over its length

class Ring {
public:
  Ring(const PortFace &face, LumpedPart &part) : face_(only(face, part)), part_(part) {}

  void measure() {
    const PortPlane plane = measure_plane(face_);
    normal_ = plane.normal;
    const std::vector<std::vector<Index>> loops = rim_loops(face_);
    if (loops.size() == 2)
      take_arcs(loops[0], loops[1]);
    else if (loops.size() == 1)
      measure_sector();
    else
      refuse(fmt::format("it has {} rims", loops.size()));
    if (loops.size() == 2)
      part_.angle = 2 * k_pi;
    sort_ends();
  }

private:
  [[noreturn]] void refuse(const std::string &why) const {
    throw InputError(fmt::format(
        "{}: the lumped face around {} is no ring between two circles around one point, nor a part "
        "of one between two radii, as \"direction\": \"radial\" needs: {}",
        face_.location, place_of(part_), why));
  }

  void take_arcs(const std::vector<Index> &one, const std::vector<Index> &other) {
    Circle inner = fit_circle(face_.mesh, normal_, one),
           outer = fit_circle(face_.mesh, normal_, other);
    if (inner.radius_m > outer.radius_m)
      std::swap(inner, outer);
    if (!(std::max(inner.worst, outer.worst) <= k_round))
      refuse(fmt::format("a node of its rims is off its circle by {:.2g} of the radius",
                         std::max(inner.worst, outer.worst)));
    const double apart_m = norm(inner.middle - outer.middle);
    if (!(apart_m <= k_round * outer.radius_m))
      refuse(fmt::format("the centres of its circles are {:.3g} m apart", apart_m));
    part_.centre = outer.middle;
    part_.inner_m = inner.radius_m;
    part_.outer_m = outer.radius_m;
  }

  // Returns the nodes of the one rim in their order around it.
  std::vector<Index> ordered_rim() const {
    std::map<Index, std::vector<Index>> beside;
    for (const Index edge : rim_edges(face_)) {
      const auto &[i, j] = face_.topology.edges[edge];
      beside[i].push_back(j);
      beside[j].push_back(i);
    }
    std::vector<Index> rim{beside.begin()->first};
    for (Index before = -1;;) {
      const std::vector<Index> &next = beside[rim.back()];
      if (next.size() != 2)
        refuse("its rim touches itself");
      const Index to = next[0] == before ? next[1] : next[0];
      before = rim.back();
      if (to == rim.front())
        return rim;
      rim.push_back(to);
    }
  }

  // Returns the four lines of the rim between its corners, corners included.
  std::vector<std::vector<Index>> lines_of_rim() const {
    const std::vector<Index> rim = ordered_rim();
    const std::size_t n = rim.size();
    const auto at = [&](std::size_t i) -> const Point & { return face_.mesh.points[rim[i % n]]; };
    std::vector<std::size_t> corners;
    for (std::size_t i = 0; i < n; ++i) {
      const Point before = at(i) - at(i + n - 1), after = at(i + 1) - at(i);
      if (std::acos(std::clamp(dot(before, after) / (norm(before) * norm(after)), -1.0, 1.0)) >
          k_corner)
        corners.push_back(i);
    }
    if (corners.size() != 4)
      refuse(fmt::format("its rim has {} corners", corners.size()));
    std::vector<std::vector<Index>> lines(4);
    for (std::size_t c = 0; c < 4; ++c)
      for (std::size_t i = corners[c];; ++i) {
        lines[c].push_back(rim[i % n]);
        if (i > corners[c] && i % n == corners[(c + 1) % 4])
          break;
      }
    return lines;
  }

  bool is_straight(const std::vector<Index> &line) const {
    const Point &from = face_.mesh.points[line.front()];
    const Point chord = face_.mesh.points[line.back()] - from;
    return std::all_of(line.begin(), line.end(), [&](Index node) {
      return norm(cross(chord, face_.mesh.points[node] - from)) <= k_straight * dot(chord, chord);
    });
  }

  void measure_sector() {
    const std::vector<std::vector<Index>> lines = lines_of_rim();
    const std::size_t side = is_straight(lines[0]) ? 0 : 1;
    if (!is_straight(lines[side]) || !is_straight(lines[side + 2]) ||
        is_straight(lines[1 - side]) || is_straight(lines[3 - side]))
      refuse("its rim has not two arcs and two straight sides");
    take_arcs(lines[1 - side], lines[3 - side]);
    for (const std::size_t s : {side, side + 2}) {
      const Point &from = face_.mesh.points[lines[s].front()];
      const Point chord = face_.mesh.points[lines[s].back()] - from;
      const double angle = std::asin(
          std::min(1.0, norm(cross(chord, part_.centre - from)) /
                            (norm(chord) * std::max(norm(part_.centre - from), part_.inner_m))));
      if (angle > 10 * k_aligned)
        refuse(fmt::format("its side at ({:.4g}, {:.4g}, {:.4g}) m is {:.3g} degrees off a radius",
                           from[0], from[1], from[2], angle / k_degree));
    }
    const std::vector<Index> &arc = lines[1 - side];
    for (std::size_t i = 0; i + 1 < arc.size(); ++i) {
      const Point a = face_.mesh.points[arc[i]] - part_.centre,
                  b = face_.mesh.points[arc[i + 1]] - part_.centre;
      part_.angle += std::acos(std::clamp(dot(a, b) / (norm(a) * norm(b)), -1.0, 1.0));
    }
  }

  // Gives each end the edges of the rim on its circle.
  void sort_ends() {
    for (const Index edge : rim_edges(face_)) {
      const auto &[i, j] = face_.topology.edges[edge];
      const Point &from = face_.mesh.points[i], &to = face_.mesh.points[j];
      const Point middle = 0.5 * (from + to) - part_.centre;
      if (std::abs(dot(to - from, middle)) > 0.5 * norm(to - from) * norm(middle))
        continue; // a side
      const double r = norm(middle);
      (r - part_.inner_m < part_.outer_m - r ? part_.low : part_.high).push_back(edge);
    }
  }

  PortFace face_;
  LumpedPart &part_;
  Point normal_{};
};

} // namespace

void measure_ring(const PortFace &face, LumpedPart &part) {
  Ring(face, part).measure();
}

} // namespace curlew
