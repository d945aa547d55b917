#include <curlew/methods/mom/ports/gaps.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/methods/mom/model.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace curlew::mom {
namespace {

// Sine of the angle between the gap's direction and an edge, below which the direction does not
// decide on which side a face is.
constexpr double k_least_sine = 1e-3;

// A face at an edge, possibly an image in the numbers of basis functions, and the unit vector in it
// at right angles to the edge, away from the edge.
struct SideOfEdge {
  Index face = 0;
  Point into;
};

Point into_face(const Surface &surface, Index face, Index edge) {
  const Point &a = surface.mesh.points[surface.topology.edges[edge][0]];
  const Point along = surface.mesh.points[surface.topology.edges[edge][1]] - a;
  Point into;
  for (int d = 0; d < 3; ++d)
    into[d] = surface.faces[face].centroid[d] - a[d];
  const double part = dot(into, along) / dot(along, along);
  for (int d = 0; d < 3; ++d)
    into[d] -= part * along[d];
  const double length = norm(into);
  for (double &component : into)
    component /= length;
  return into;
}

// Returns the faces at an edge; for an edge in a conducting plane also the image that its current
// flows into. `functions`: basis functions of the edge.
std::vector<SideOfEdge> sides_of_edge(const Surface &surface, Index edge,
                                      const std::vector<Index> &functions) {
  const SurfaceTopology &topology = surface.topology;
  std::vector<SideOfEdge> sides;
  for (Offset k = topology.edge_offset[edge]; k < topology.edge_offset[edge + 1]; ++k) {
    const Index face = topology.edge_triangles[k];
    sides.push_back({face, into_face(surface, face, edge)});
  }
  for (const Index basis : functions) {
    const Index other = surface.basis[basis].face[1];
    if (other < surface.face_count())
      continue;
    SideOfEdge image{other, into_face(surface, other % surface.face_count(), edge)};
    for (std::size_t p = 0; p < surface.planes.size(); ++p)
      if ((other / surface.face_count() >> p & 1) != 0)
        image.into[surface.planes[p].axis] = -image.into[surface.planes[p].axis];
    sides.push_back(image);
  }
  return sides;
}

std::string list_curves(const TriMesh &mesh) {
  std::string text;
  for (const MeshGroup &group : mesh.groups)
    if (group.dimension == 1)
      text += (text.empty() ? "" : ", ") + in_quotes(group.label());
  return text.empty() ? "none: add a Physical Curve to the .geo file" : text;
}

// Finds edges by their nodes.
class EdgeFinder {
public:
  explicit EdgeFinder(const SurfaceTopology &topology) {
    for (std::size_t e = 0; e < topology.edges.size(); ++e)
      edges_[key(topology.edges[e][0], topology.edges[e][1])] = static_cast<Index>(e);
  }
  Index find(const std::array<Index, 2> &line) const { return edges_.at(key(line[0], line[1])); }

private:
  static std::pair<Index, Index> key(Index a, Index b) { return std::minmax(a, b); }
  std::map<std::pair<Index, Index>, Index> edges_;
};

class GapFinder {
public:
  GapFinder(const Case &input, const Surface &surface)
      : input_(input), surface_(surface), finder_(surface.topology) {
    for (std::size_t n = 0; n < surface.basis.size(); ++n)
      functions_[surface.basis[n].edge].push_back(static_cast<Index>(n));
  }

  Gap find(const Boundary &boundary) {
    Gap gap;
    gap.name = boundary.group;
    gap.location = input_.where("/boundaries/" + boundary.group);
    gap.port = port_of(boundary);
    std::optional<Vector3> direction;
    if (gap.port == nullptr) {
      const auto &lumped = std::get<LumpedBoundarySpec>(boundary.condition);
      gap.element = lumped.element;
      direction = lumped.direction;
    } else {
      direction = gap.port->direction;
      if (const LumpedSpec *source = gap.port->source())
        gap.element = *source;
      else
        gap.element.resistance_ohm = *gap.port->impedance_ohm;
    }
    const std::vector<Index> edges = edges_of(gap);
    const Point towards = direction ? *direction : direction_of(gap, edges);
    for (const Index edge : edges)
      add_edge(gap, edge, towards);
    return gap;
  }

private:
  std::vector<Index> edges_of(const Gap &gap) {
    const TriMesh &mesh = surface_.mesh;
    std::vector<Index> edges;
    for (std::size_t i = 0; i < mesh.lines.size(); ++i) {
      const MeshGroup &group = mesh.groups[mesh.line_group[i]];
      if (group.name == gap.name || std::to_string(group.tag) == gap.name)
        edges.push_back(finder_.find(mesh.lines[i]));
    }
    if (edges.empty())
      throw InputError(fmt::format("{}: the mesh has no group of lines \"{}\"; a gap is across the "
                                   "lines of a group. It has {}",
                                   gap.location, gap.name, list_curves(mesh)));
    std::sort(edges.begin(), edges.end());
    for (const Index edge : edges) {
      if (functions_[edge].empty())
        throw InputError(fmt::format("{}: {} in \"{}\" belongs to one triangle only: no current "
                                     "crosses it. A gap is along inner edges",
                                     gap.location, edge_text(surface_, edge), gap.name));
      const auto [other, is_new] = taken_.emplace(edge, gap.name);
      if (!is_new)
        throw InputError(fmt::format("{}: {} is of \"{}\" and \"{}\": one gap to an edge",
                                     gap.location, edge_text(surface_, edge), other->second,
                                     gap.name));
    }
    return edges;
  }

  // Returns the mean direction across the edges, with its first nonzero component positive.
  Point direction_of(const Gap &gap, const std::vector<Index> &edges) const {
    Point sum{0, 0, 0}, first{0, 0, 0};
    for (const Index edge : edges) {
      const std::vector<SideOfEdge> sides = sides_of_edge(surface_, edge, functions_.at(edge));
      if (sides.size() > 2)
        throw InputError(fmt::format("{}: {} triangles meet at {}: give \"direction\", which "
                                     "points to those on the side of plus",
                                     gap.location, sides.size(), edge_text(surface_, edge)));
      const Point across = sides[0].into - sides[1].into;
      if (edge == edges.front())
        first = across;
      const double sign = dot(across, first) < 0 ? -1 : 1;
      for (int d = 0; d < 3; ++d)
        sum[d] += sign * across[d];
    }
    const double largest = std::max({std::abs(sum[0]), std::abs(sum[1]), std::abs(sum[2])});
    double sign = 1;
    for (int d = 2; d >= 0; --d)
      if (std::abs(sum[d]) > 1e-9 * largest)
        sign = sum[d] < 0 ? -1 : 1;
    for (double &component : sum)
      component *= sign;
    return sum;
  }

  // Returns for each face at an edge whether it is on the side of plus: of two faces the one that
  // is further along the direction, of more faces those that the direction points to.
  std::map<Index, bool> sides_of(const Gap &gap, Index edge, const Point &towards) const {
    std::map<Index, double> along;
    for (const SideOfEdge &side : sides_of_edge(surface_, edge, functions_.at(edge)))
      along[side.face] = dot(side.into, towards) / norm(towards);
    std::map<Index, bool> sides;
    double middle = 0;
    if (along.size() == 2) {
      const double one = along.begin()->second, other = along.rbegin()->second;
      if (!(std::abs(one - other) > k_least_sine))
        refuse_direction(gap, edge);
      middle = 0.5 * (one + other);
    } else
      middle = k_least_sine;
    bool has_plus = false, has_minus = false;
    for (const auto &[face, value] : along) {
      sides[face] = value > middle;
      (sides[face] ? has_plus : has_minus) = true;
    }
    if (!has_plus || !has_minus)
      refuse_direction(gap, edge);
    return sides;
  }

  [[noreturn]] void refuse_direction(const Gap &gap, Index edge) const {
    throw InputError(fmt::format("{}: the direction of the gap \"{}\" does not cross {}: no "
                                 "triangle is on one side; give \"direction\" across the edges",
                                 gap.location, gap.name, edge_text(surface_, edge)));
  }

  void add_edge(Gap &gap, Index edge, const Point &towards) {
    const std::map<Index, bool> sides = sides_of(gap, edge, towards);
    for (const Index basis : functions_.at(edge)) {
      const BasisFunction &f = surface_.basis[basis];
      const bool from_plus = sides.at(f.face[0]), to_plus = sides.at(f.face[1]);
      if (from_plus != to_plus)
        gap.edges.push_back({basis, to_plus ? f.length_m : -f.length_m});
    }
  }

  const Case &input_;
  const Surface &surface_;
  EdgeFinder finder_;
  std::map<Index, std::vector<Index>> functions_; // [edge]
  std::map<Index, std::string> taken_;            // edge -> gap that it belongs to
};

} // namespace

std::vector<Gap> find_gaps(const Case &input, const Surface &surface) {
  std::vector<const Boundary *> boundaries;
  for (const Boundary &boundary : input.boundaries)
    if (wall_kind(boundary) == WallKind::gap)
      boundaries.push_back(&boundary);
  if (boundaries.empty())
    return {};
  std::stable_sort(boundaries.begin(), boundaries.end(), [](const Boundary *a, const Boundary *b) {
    const PortSpec *first = port_of(*a), *second = port_of(*b);
    if (first != nullptr && second != nullptr)
      return first->index < second->index;
    return first != nullptr && second == nullptr;
  });
  GapFinder finder(input, surface);
  std::vector<Gap> gaps;
  for (const Boundary *boundary : boundaries)
    gaps.push_back(finder.find(*boundary));
  return gaps;
}

bool has_gaps(const Case &input) {
  return std::any_of(input.boundaries.begin(), input.boundaries.end(),
                     [](const Boundary &one) { return wall_kind(one) == WallKind::gap; });
}

} // namespace curlew::mom
