#include <curlew/methods/fem/faces/edge_errors.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/faces/tets_around_edge.hpp>
#include <curlew/methods/shared/boundaries/surface_impedance.hpp>
#include <curlew/methods/shared/setup/plane_waves.hpp>
#include <curlew/methods/shared/surfaces/layer_plane.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace curlew::fem {
namespace {

constexpr double k_poor = 0.03;     // of the largest cross section
constexpr double k_poor_s = 0.02;   // of S
constexpr double k_share = 0.2;     // c, of second order
constexpr double k_share_s = 0.1;   // the same for S
constexpr double k_least_turn = 50; // degrees by which the surface turns at an edge
constexpr double k_metal_ohm = 38;  // a tenth of eta0: at most that of a good conductor

enum class Side : std::uint8_t { open, conductor, mirror };

// Part of the space around an edge, between two faces that end it.
struct Wedge {
  double angle = 0, height_m = 0; // mean height of the faces over the edge
  Index first = -1, last = -1;    // faces that end it
};

// An edge of a conductor around which fields are singular.
struct SingularEdge {
  double length_m = 0, height_m = 0, exponent = 0;
};

// Edges of the conductors of a model, and the area of those that are no walls at its ends.
class ConductorEdges {
public:
  ConductorEdges(const Case &input, const Model &model)
      : model_(model), side_(model.topology.faces.size(), Side::open), extents_(extents_of(model)) {
    for (std::size_t f = 0; f < side_.size(); ++f)
      if (model.face_is_pec[f] != 0)
        side_[f] = Side::conductor;
    const double frequency_hz =
        *std::max_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
    for (const FaceTerm &term : model.terms)
      if (const auto *metal = spec_of<SurfaceImpedanceSpec>(*term.boundary);
          metal != nullptr && std::abs(surface_impedance_ohm(*metal, frequency_hz)) < k_metal_ohm)
        side_[term.face] = Side::conductor;
    for (const FaceTerm &term : model.natural)
      side_[term.face] = Side::mirror;
    find_edges();
    for (const FaceTerm &term : model.layers)
      side_[term.face] = Side::open;
    add_areas();
  }

  const std::vector<SingularEdge> &edges() const { return edges_; }
  double area_m2() const { return area_m2_; }

private:
  const Point &point(Index node) const { return model_.mesh.points[node]; }

  std::array<Point, 3> corners(Index face) const {
    const auto &n = model_.topology.faces[face];
    return {point(n[0]), point(n[1]), point(n[2])};
  }

  void find_edges() {
    std::vector<std::array<Index, 2>> pairs;
    for (std::size_t f = 0; f < side_.size(); ++f)
      if (side_[f] == Side::conductor) {
        const auto &[a, b, c] = model_.topology.faces[f]; // rising
        pairs.insert(pairs.end(), {{a, b}, {a, c}, {b, c}});
      }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto &[a, b] : pairs)
      for (const Wedge &wedge : wedges_around(a, b))
        add(norm(point(b) - point(a)), wedge);
  }

  // A magnetic wall doubles the angle, and the model holds half of such an edge.
  void add(double length_m, const Wedge &wedge) {
    const bool mirrors = side_[wedge.first] == Side::mirror || side_[wedge.last] == Side::mirror;
    if (side_[wedge.first] == Side::open || side_[wedge.last] == Side::open ||
        side_[wedge.first] == Side::mirror)
      return;
    const double angle = (mirrors ? 2 : 1) * wedge.angle;
    if (angle < (1 + k_least_turn / 180) * k_pi)
      return;
    edges_.push_back({(mirrors ? 0.5 : 1.0) * length_m, wedge.height_m, k_pi / angle});
    for (const Index face : {wedge.first, wedge.last})
      if (mirrors && side_[face] == Side::conductor)
        if (const auto plane = plane_of(face))
          bodies_.emplace(plane->axis, plane->side);
  }

  // Returns the parts beside conductors into which these and ends of the mesh divide the tets
  // around an edge.
  std::vector<Wedge> wedges_around(Index a, Index b) const {
    auto [tets, height_m] = tets_around_edge(model_, a, b);
    std::set<Index> used;
    const auto beside = [&tets = tets, &used](Index face) {
      return std::find_if(tets.begin(), tets.end(), [&](const EdgeTet &tet) {
        return tet.has(face) && used.count(tet.tet) == 0;
      });
    };
    std::vector<Wedge> wedges;
    for (const auto &[first, height] : height_m)
      while (side_[first] == Side::conductor && beside(first) != tets.end()) {
        Wedge wedge{0, height, first, first};
        int faces = 1;
        for (auto tet = beside(first); tet != tets.end();
             tet = side_[wedge.last] == Side::open ? beside(wedge.last) : tets.end()) {
          used.insert(tet->tet);
          wedge.angle += tet->angle;
          wedge.last = tet->faces[tet->faces[0] == wedge.last ? 1 : 0];
          wedge.height_m += height_m.at(wedge.last);
          ++faces;
        }
        wedge.height_m /= faces;
        wedges.push_back(wedge);
      }
    return wedges;
  }

  std::optional<LayerPlane> plane_of(Index face) const {
    return layer_plane_of(corners(face), extents_.low_m, extents_.high_m);
  }

  // Walls at the ends of the mesh are no bodies, but where they end in a magnetic wall.
  void add_areas() {
    for (std::size_t f = 0; f < side_.size(); ++f) {
      if (side_[f] != Side::conductor)
        continue;
      const auto plane = plane_of(static_cast<Index>(f));
      if (plane && bodies_.count({plane->axis, plane->side}) == 0)
        continue;
      const auto [a, b, c] = corners(static_cast<Index>(f));
      int sides = 0;
      for (const Index tet : model_.topology.face_tets[f])
        sides += tet >= 0 && model_.solved[tet] != 0;
      area_m2_ += 0.25 * sides * norm(cross(b - a, c - a));
    }
  }

  const Model &model_;
  std::vector<Side> side_; // [face]
  Extents extents_;
  std::set<std::pair<int, int>> bodies_; // planes at ends of the mesh, axis and side
  std::vector<SingularEdge> edges_;
  double area_m2_ = 0;
};

// Returns the sum over the edges, m^2 (EdgeError).
double sum_over(const std::vector<SingularEdge> &edges, double area_m2, double frequency_hz) {
  const double reach_m = std::min(std::sqrt(area_m2), 0.5 * k_speed_of_light / frequency_hz);
  double sum = 0;
  for (const SingularEdge &edge : edges)
    sum += edge.length_m * edge.height_m * 4 * std::pow(1 - edge.exponent, 2) *
           std::pow(edge.height_m / reach_m, 2 * edge.exponent - 1);
  return sum;
}

// Returns the section of the smallest port of a hollow waveguide, m^2; 0 where there is a port of
// another kind, or none.
double section_of_guides_m2(const Model &model) {
  std::map<const Boundary *, double> areas_m2;
  for (const FaceTerm &term : model.terms) {
    const PortSpec *port = port_of(*term.boundary);
    if (port == nullptr)
      continue;
    if (port->kind() != PortKind::rectangular && port->kind() != PortKind::circular)
      return 0;
    const auto &[a, b, c] = model.topology.faces[term.face];
    const std::vector<Point> &points = model.mesh.points;
    areas_m2[term.boundary] += 0.5 * norm(cross(points[b] - points[a], points[c] - points[a]));
  }
  double least_m2 = 0;
  for (const auto &[boundary, area_m2] : areas_m2)
    least_m2 = least_m2 == 0 ? area_m2 : std::min(least_m2, area_m2);
  return least_m2;
}

} // namespace

EdgeError edge_error(const Case &input, const Model &model) {
  EdgeError error;
  error.is_of_ports = !has_plane_wave(input);
  const double section_m2 = error.is_of_ports ? section_of_guides_m2(model) : 0;
  if (input.frequencies_hz.empty() || !model.periods.empty() ||
      (error.is_of_ports && section_m2 == 0))
    return {};
  const ConductorEdges found(input, model);
  const double area_m2 = error.is_of_ports ? section_m2 : found.area_m2();
  if (found.edges().empty() || area_m2 == 0)
    return {};
  error.frequency_hz = *std::max_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  const double refined = std::pow(2.0 / choices_of(input).space.order, 2);
  error.relative = (error.is_of_ports ? k_share_s : k_share) * refined * 2 / area_m2 *
                   sum_over(found.edges(), area_m2, error.frequency_hz);
  double weights = 0;
  for (const SingularEdge &edge : found.edges()) {
    const double weight = edge.length_m * std::pow(1 - edge.exponent, 2);
    weights += weight;
    error.length_m += edge.length_m;
    error.height_m += weight * edge.height_m;
  }
  error.height_m /= weights;
  return error;
}

std::string finer_edges() {
  return "finer tets at rims and edges (\"refinement\" makes them), or a higher \"order\"";
}

std::string edge_error_warning(const Case &input, const Model &model) {
  const EdgeError error = edge_error(input, model);
  const double poor = error.is_of_ports ? k_poor_s : k_poor;
  if (error.relative < poor)
    return {};
  const std::string cost =
      error.is_of_ports
          ? fmt::format("S is off by up to about {:.2g}", error.relative)
          : fmt::format("cross sections and scattered powers are off by up to about {:.2g} % of "
                        "their largest",
                        100 * error.relative);
  return fmt::format(
      "{}: at rims and edges of conductors, where fields are singular, the tets are {:.2g} m high "
      "({:.2g} wavelengths at {:.4g} Hz): {}; take {}: {:.2g} m leave about {}",
      input.where("/mesh"), error.height_m, error.height_m * error.frequency_hz / k_speed_of_light,
      error.frequency_hz, cost, finer_edges(), error.height_m * poor / error.relative,
      error.is_of_ports ? fmt::format("{:.2g}", poor) : fmt::format("{:.2g} %", 100 * poor));
}

nlohmann::ordered_json describe_edges(const Case &input, const Model &model) {
  const EdgeError error = edge_error(input, model);
  if (error.relative == 0)
    return {};
  return {{"length_m", error.length_m},
          {"tet_height_m", error.height_m},
          {"frequency", error.frequency_hz},
          {error.is_of_ports ? "s_error" : "cross_section_error", error.relative}};
}

} // namespace curlew::fem
