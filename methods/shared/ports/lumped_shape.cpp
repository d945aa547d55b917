#include <curlew/methods/shared/ports/lumped_shape.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/methods/shared/ports/lumped_parts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace curlew {

PortFace only(const PortFace &face, const LumpedPart &part) {
  PortFace one{face.mesh, face.topology, face.edge_is_pec, {}, face.location, {}};
  for (const std::size_t f : part.faces)
    one.faces.push_back(face.faces[f]);
  return one;
}

std::string place_of(const LumpedPart &part) {
  return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", part.middle[0], part.middle[1], part.middle[2]);
}

namespace {

// Returns the sets of faces that edges join.
std::vector<LumpedPart> parts_of(const PortFace &face) {
  std::vector<std::size_t> parent(face.faces.size());
  const auto root = [&](std::size_t f) {
    while (parent[f] != f)
      f = parent[f] = parent[parent[f]];
    return f;
  };
  std::map<Index, std::size_t> of_edge;
  for (std::size_t f = 0; f < parent.size(); ++f) {
    parent[f] = f;
    const auto &n = face.topology.faces[face.faces[f]];
    for (int k = 0; k < 3; ++k) {
      const auto [at, is_new] = of_edge.emplace(find_edge(face.topology, n[k], n[(k + 1) % 3]), f);
      if (!is_new)
        parent[root(f)] = root(at->second);
    }
  }
  std::map<std::size_t, LumpedPart> parts;
  for (std::size_t f = 0; f < parent.size(); ++f)
    parts[root(f)].faces.push_back(f);
  std::vector<LumpedPart> result;
  for (auto &[first, part] : parts) {
    double whole = 0;
    for (const std::size_t f : part.faces) {
      const auto &n = face.topology.faces[face.faces[f]];
      const Point &a = face.mesh.points[n[0]], &b = face.mesh.points[n[1]],
                  &c = face.mesh.points[n[2]];
      const double area = triangle_area(a, b, c);
      part.middle = part.middle + (area / 3) * (a + b + c);
      whole += area;
    }
    part.middle = (1 / whole) * part.middle;
    result.push_back(std::move(part));
  }
  return result;
}

// Returns the conductor that holds more than half of an end, as conductors_of_nodes() numbers them;
// -1 for none.
Index conductor_of(const PortFace &face, const std::map<Index, Index> &conductors,
                   const std::vector<Index> &end) {
  std::map<Index, double> held_m;
  double all_m = 0;
  for (const Index edge : end) {
    const auto &[i, j] = face.topology.edges[edge];
    const double length_m = norm(face.mesh.points[j] - face.mesh.points[i]);
    all_m += length_m;
    if (face.edge_is_pec[edge] != 0)
      if (const auto found = conductors.find(i); found != conductors.end())
        held_m[found->second] += length_m;
  }
  for (const auto &[conductor, length_m] : held_m)
    if (length_m > 0.5 * all_m)
      return conductor;
  return -1;
}

struct Ends {
  Index low = -1, high = -1; // conductors
};

bool are_rings_alike(const LumpedPart &a, const LumpedPart &b) {
  const double tolerance = k_same_place * a.outer_m;
  return norm(a.centre - b.centre) <= tolerance && std::abs(a.inner_m - b.inner_m) <= tolerance &&
         std::abs(a.outer_m - b.outer_m) <= tolerance;
}

bool are_side_by_side(const LumpedPart &a, const LumpedPart &b) {
  const double tolerance = k_same_place * (a.to_m - a.from_m);
  return std::abs(a.from_m - b.from_m) <= tolerance && std::abs(a.to_m - b.to_m) <= tolerance;
}

// Returns the sign of a part's field beside that of the first one, 0 where both are not in
// parallel.
double sign_beside(const LumpedPart &first, const LumpedPart &part, const Ends &of_first,
                   const Ends &ends) {
  if (of_first.low < 0 || of_first.high < 0 || ends.low < 0 || ends.high < 0)
    return 0;
  const bool is_ring = part.angle > 0;
  if (of_first.low == ends.low && of_first.high == ends.high &&
      (is_ring ? are_rings_alike(first, part)
               : of_first.low != of_first.high || are_side_by_side(first, part)))
    return 1;
  const bool is_turned = of_first.low == ends.high && of_first.high == ends.low;
  return is_turned && !is_ring && ends.low != ends.high ? -1 : 0;
}

// Returns the sign of each part's field. The first part has 1.
std::vector<double> signs_of(const PortFace &face, const std::vector<LumpedPart> &parts) {
  std::vector<double> signs(parts.size(), 1);
  if (parts.size() == 1)
    return signs;
  // Conductors that meet elsewhere may be apart in the plane of the faces, and the other way round.
  for (const bool in_plane : {false, true}) {
    const std::map<Index, Index> conductors = conductors_of_nodes(face, in_plane);
    std::vector<Ends> ends;
    for (const LumpedPart &part : parts)
      ends.push_back(
          {conductor_of(face, conductors, part.low), conductor_of(face, conductors, part.high)});
    for (std::size_t p = 1; p < parts.size(); ++p)
      signs[p] = sign_beside(parts[0], parts[p], ends[0], ends[p]);
    if (std::find(signs.begin(), signs.end(), 0) == signs.end())
      return signs;
  }
  const std::size_t other = std::find(signs.begin(), signs.end(), 0) - signs.begin();
  throw InputError(fmt::format(
      "{}: the lumped part has {} faces, and those around {} and {} are not in parallel: they do "
      "not lie between the same two conductors. Give each its own group, with the part of the "
      "element or port that it has",
      face.location, parts.size(), place_of(parts[0]), place_of(parts[other])));
}

int loose_ends_of(const PortFace &face, const std::vector<LumpedPart> &parts) {
  const auto is_held = [&](std::vector<Index> LumpedPart::*end) {
    double all_m = 0, held_m = 0;
    for (const LumpedPart &part : parts)
      for (const Index edge : part.*end) {
        const auto &[i, j] = face.topology.edges[edge];
        const double length_m = norm(face.mesh.points[j] - face.mesh.points[i]);
        all_m += length_m;
        held_m += face.edge_is_pec[edge] != 0 ? length_m : 0;
      }
    return held_m > 0.5 * all_m;
  };
  return (is_held(&LumpedPart::low) ? 0 : 1) + (is_held(&LumpedPart::high) ? 0 : 1);
}

} // namespace

Point LumpedShape::field(std::size_t face, const Point &place) const {
  if (!strips.empty())
    return strips[face];
  const Point r = place - centre;
  return (1 / (dot(r, r) * log_ratio)) * r;
}

LumpedShape measure_lumped(const PortFace &face, const std::optional<Point> &direction) {
  std::vector<LumpedPart> parts = parts_of(face);
  if (direction) {
    const Point unit = (1 / norm(*direction)) * *direction;
    for (LumpedPart &part : parts)
      measure_rectangle(face, unit, part);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const LumpedPart &a, const LumpedPart &b) { return a.from_m < b.from_m; });
  } else {
    for (LumpedPart &part : parts)
      measure_ring(face, part);
  }
  const std::vector<double> signs = signs_of(face, parts);
  LumpedShape shape;
  double conductance = 0;
  for (const LumpedPart &part : parts)
    conductance += part.conductance();
  shape.squares = 1 / conductance;
  shape.loose_ends = loose_ends_of(face, parts);
  if (!direction) {
    shape.centre = parts[0].centre;
    shape.log_ratio = std::log(parts[0].outer_m / parts[0].inner_m);
    return shape;
  }
  shape.strips.resize(face.faces.size());
  for (std::size_t p = 0; p < parts.size(); ++p)
    for (const std::size_t f : parts[p].faces)
      shape.strips[f] = (signs[p] / (parts[p].to_m - parts[p].from_m)) * parts[p].along;
  return shape;
}

std::string loose_ends_warning(const LumpedShape &shape, const std::string &location) {
  if (shape.loose_ends == 0)
    return "";
  return fmt::format("{}: the lumped part has no conductor at {} along its direction: it is a "
                     "sheet that conducts in all directions, and no part between two leads; is "
                     "\"direction\" right?",
                     location, shape.loose_ends == 1 ? "one of its ends" : "either of its ends");
}

} // namespace curlew
