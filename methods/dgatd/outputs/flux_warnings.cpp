#include <curlew/methods/dgatd/outputs/flux_warnings.hpp>

#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace curlew::dgatd {
namespace {

// The box around the edges that carry a source, of all ranks.
struct SourceBox {
  Point low_m, high_m;
};

SourceBox box_of(const Source &source, const Problem &problem) {
  constexpr double k_none = std::numeric_limits<double>::infinity();
  SourceBox box{{k_none, k_none, k_none}, {-k_none, -k_none, -k_none}};
  for (std::size_t i = 0; i < source.edges.size(); ++i) {
    if (source.currents[i] == 0)
      continue;
    for (const Index node : problem.edge_nodes[source.edges[i]])
      for (int d = 0; d < 3; ++d) {
        box.low_m[d] = std::min(box.low_m[d], problem.mesh.points[node][d]);
        box.high_m[d] = std::max(box.high_m[d], problem.mesh.points[node][d]);
      }
  }
  for (int d = 0; d < 3; ++d) {
    box.low_m[d] = problem.ownership.ranks.min(box.low_m[d]);
    box.high_m[d] = problem.ownership.ranks.max(box.high_m[d]);
  }
  return box;
}

bool cuts(const FluxSpec &spec, const SourceBox &source) {
  bool is_inside = std::holds_alternative<FluxBox>(spec.shape);
  const auto *plane = std::get_if<FluxPlane>(&spec.shape);
  for (int d = 0, i = 0; d < 3; ++d) {
    double low = -std::numeric_limits<double>::infinity(), high = -low;
    if (plane == nullptr) {
      low = std::get<FluxBox>(spec.shape).min_m[d];
      high = std::get<FluxBox>(spec.shape).max_m[d];
    } else if (d == plane->axis) {
      low = high = plane->at_m;
    } else {
      low = plane->min_m ? (*plane->min_m)[i] : low;
      high = plane->max_m ? (*plane->max_m)[i] : high;
      ++i;
    }
    if (source.high_m[d] < low || source.low_m[d] > high)
      return false;
    is_inside = is_inside && source.low_m[d] > low && source.high_m[d] < high;
  }
  return !is_inside;
}

// True where an edge of the source belongs to one of the group's faces. Collective.
bool touches(const Problem &problem, Index flux, const Source &source) {
  std::set<std::array<Index, 2>> edges;
  for (const FluxFace &face : problem.flux_faces)
    if (face.flux == flux)
      for (const auto &[a, b] : {std::pair{0, 1}, {1, 2}, {0, 2}})
        edges.insert({face.nodes[a], face.nodes[b]});
  bool found = false;
  for (std::size_t i = 0; i < source.edges.size(); ++i)
    found =
        found || (source.currents[i] != 0 && edges.count(problem.edge_nodes[source.edges[i]]) > 0);
  return problem.ownership.ranks.any(found);
}

} // namespace

std::vector<std::string> flux_warnings(const Case &input, const Problem &problem,
                                       const std::vector<Source> &sources) {
  std::vector<std::string> warnings;
  for (const Source &source : sources) {
    const SourceBox box = box_of(source, problem);
    for (std::size_t i = 0; i < input.outputs.fluxes.size(); ++i) {
      const FluxSpec &spec = input.outputs.fluxes[i];
      if (std::holds_alternative<FluxGroup>(spec.shape)
              ? touches(problem, static_cast<Index>(i), source)
              : cuts(spec, box))
        warnings.push_back(fmt::format(
            "{}: the flux \"{}\" passes through the current \"{}\" or next to it: its power is "
            "that of a part of the source. Move the surface a tet off the current",
            input.where("/outputs/flux/" + std::to_string(i)), spec.name, source.name));
    }
  }
  return warnings;
}

} // namespace curlew::dgatd
