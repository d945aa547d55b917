#include <curlew/methods/fem/solve/node_priorities.hpp>

#include <curlew/core/mesh/geometry.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace curlew::fem {
namespace {

// Least cosine of the bend of a straight crease or a flat pair of faces.
const double k_least_cosine = std::cos(30 * 3.14159265358979323846 / 180);

// The boundary or conductor on a face, and the materials on its sides.
using Kind = std::pair<const void *, std::pair<int, int>>;

// Returns the faces that shape the domain, each with its kind.
std::map<Index, Kind> shaping_faces(const Model &model) {
  std::map<Index, Kind> faces;
  static const char k_conductor = 0;
  for (std::size_t f = 0; f < model.topology.faces.size(); ++f) {
    const auto [first, second] = model.topology.face_tets[f];
    constexpr int k_unsolved = -1;
    const auto medium = [&](Index tet) {
      return tet >= 0 && model.solved[tet] ? model.material[tet] : k_unsolved;
    };
    const auto media = std::minmax({medium(first), medium(second)});
    const bool is_pec = model.face_is_pec[f] != 0;
    if (media.second != k_unsolved && (is_pec || media.first != media.second))
      faces[static_cast<Index>(f)] = {is_pec ? &k_conductor : nullptr, media};
  }
  for (const auto *terms : {&model.terms, &model.natural})
    for (const FaceTerm &term : *terms) {
      Kind &kind = faces[term.face];
      kind.first = term.boundary;
    }
  return faces;
}

Point unit_normal(const Model &model, Index face) {
  const auto &n = model.topology.faces[face];
  const auto &p = model.mesh.points;
  const Point normal = cross(p[n[1]] - p[n[0]], p[n[2]] - p[n[0]]);
  return (1 / norm(normal)) * normal;
}

using Edge = std::pair<Index, Index>;

// Returns, for each node on a crease, its neighbours along creases.
std::map<Index, std::vector<Index>> creases(const Model &model,
                                            const std::map<Index, Kind> &faces) {
  std::map<Edge, std::vector<Index>> around;
  for (const auto &[face, kind] : faces) {
    const auto &n = model.topology.faces[face];
    for (const Edge &edge : {Edge{n[0], n[1]}, Edge{n[0], n[2]}, Edge{n[1], n[2]}})
      around[edge].push_back(face);
  }
  std::map<Index, std::vector<Index>> nodes;
  for (const auto &[edge, sides] : around) {
    const bool is_smooth =
        sides.size() == 2 && faces.at(sides[0]) == faces.at(sides[1]) &&
        std::abs(dot(unit_normal(model, sides[0]), unit_normal(model, sides[1]))) > k_least_cosine;
    if (is_smooth)
      continue;
    nodes[edge.first].push_back(edge.second);
    nodes[edge.second].push_back(edge.first);
  }
  return nodes;
}

bool is_corner(const Model &model, Index node, const std::vector<Index> &along) {
  if (along.size() != 2)
    return true;
  const Point a = model.mesh.points[along[0]] - model.mesh.points[node];
  const Point b = model.mesh.points[along[1]] - model.mesh.points[node];
  return -dot(a, b) < k_least_cosine * norm(a) * norm(b);
}

} // namespace

std::vector<NodePriority> node_priorities(const Model &model) {
  std::vector<NodePriority> priority(model.mesh.points.size(), NodePriority::inside);
  const std::map<Index, Kind> faces = shaping_faces(model);
  for (const auto &[face, kind] : faces)
    for (const Index node : model.topology.faces[face])
      priority[node] = NodePriority::face;
  for (const auto &[node, along] : creases(model, faces))
    priority[node] = is_corner(model, node, along) ? NodePriority::corner : NodePriority::crease;
  return priority;
}

} // namespace curlew::fem
