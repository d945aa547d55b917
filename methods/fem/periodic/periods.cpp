#include <curlew/methods/fem/periodic/periods.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/methods/fem/periodic/orbits.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numeric>
#include <set>

namespace curlew::fem {
namespace {

using Triangle = std::array<Index, 3>; // nodes, rising

// Largest distance of nodes that are identified, over the size of the face: the rounding of mesh
// files.
constexpr double k_same_place = 1e-6;
constexpr double k_same_phase = 1e-6; // radians

std::string text(const Point &p) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g}) m", p[0], p[1], p[2]);
}

Triangle sorted(Triangle nodes) {
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

// Faces and nodes of a group.
struct PeriodicGroup {
  std::vector<Triangle> triangles;
  std::vector<Index> nodes;
};

PeriodicGroup faces_of(const TetMesh &mesh, Index group) {
  PeriodicGroup faces;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    if (mesh.triangle_group[i] == group) {
      faces.triangles.push_back(sorted(mesh.triangles[i]));
      faces.nodes.insert(faces.nodes.end(), mesh.triangles[i].begin(), mesh.triangles[i].end());
    }
  std::sort(faces.nodes.begin(), faces.nodes.end());
  faces.nodes.erase(std::unique(faces.nodes.begin(), faces.nodes.end()), faces.nodes.end());
  return faces;
}

Point middle_of(const TetMesh &mesh, const std::vector<Index> &nodes) {
  Point sum{0, 0, 0};
  for (const Index node : nodes)
    sum = sum + mesh.points[node];
  return (1.0 / static_cast<double>(nodes.size())) * sum;
}

// Pairs the nodes of two faces by the translation between their middles.
class FaceMatcher {
public:
  FaceMatcher(const TetMesh &mesh, const std::string &where, const Boundary &boundary,
              PeriodicGroup here, PeriodicGroup there)
      : mesh_(mesh), where_(where), boundary_(boundary), here_(std::move(here)),
        there_(std::move(there)) {
    if (here_.nodes.size() != there_.nodes.size() ||
        here_.triangles.size() != there_.triangles.size())
      throw InputError(fmt::format(
          "{}: \"{}\" has {} triangles with {} nodes and \"{}\" has {} with {}: the meshes of "
          "periodic faces must be equal (in Gmsh: Periodic Surface)",
          where_, boundary_.group, here_.triangles.size(), here_.nodes.size(),
          std::get<PeriodicSpec>(boundary_.condition).with, there_.triangles.size(),
          there_.nodes.size()));
    if (here_.nodes.empty())
      throw InputError(fmt::format("{}: \"{}\" has no faces", where_, boundary_.group));
    const Point middle = middle_of(mesh_, here_.nodes);
    translation_ = middle_of(mesh_, there_.nodes) - middle;
    for (const Index node : here_.nodes)
      size_ = std::max(size_, norm(mesh_.points[node] - middle));
    std::sort(there_.nodes.begin(), there_.nodes.end(),
              [&](Index a, Index b) { return height(mesh_.points[a]) < height(mesh_.points[b]); });
  }

  Point translation() const { return translation_; }

  std::vector<PeriodLink> links(int period) const {
    std::vector<PeriodLink> links;
    std::map<Index, Index> counterpart;
    for (const Index node : here_.nodes) {
      const Index other = at(mesh_.points[node] + translation_);
      if (other < 0)
        refuse("node", mesh_.points[node]);
      links.push_back({node, other, period});
      counterpart[node] = other;
    }
    const std::set<Triangle> others(there_.triangles.begin(), there_.triangles.end());
    for (const Triangle &nodes : here_.triangles)
      if (others.count(
              sorted({counterpart[nodes[0]], counterpart[nodes[1]], counterpart[nodes[2]]})) == 0)
        refuse("triangle", middle_of(mesh_, {nodes.begin(), nodes.end()}));
    return links;
  }

private:
  // Returns the height along a direction in which two nodes are hardly ever equally high.
  static double height(const Point &p) { return 0.5773 * p[0] + 0.7071 * p[1] + 0.4082 * p[2]; }

  Index at(const Point &place) const {
    const double slack = k_same_place * size_;
    auto node =
        std::lower_bound(there_.nodes.begin(), there_.nodes.end(), height(place) - 2 * slack,
                         [&](Index n, double value) { return height(mesh_.points[n]) < value; });
    for (; node != there_.nodes.end() && height(mesh_.points[*node]) <= height(place) + 2 * slack;
         ++node)
      if (norm(mesh_.points[*node] - place) <= slack)
        return *node;
    return -1;
  }

  [[noreturn]] void refuse(const char *what, const Point &place) const {
    throw InputError(fmt::format("{}: the {} of \"{}\" at {} has no counterpart in \"{}\", which "
                                 "lies {} away: the meshes of periodic faces must be equal (in "
                                 "Gmsh: Periodic Surface)",
                                 where_, what, boundary_.group, text(place),
                                 std::get<PeriodicSpec>(boundary_.condition).with,
                                 text(translation_)));
  }

  const TetMesh &mesh_;
  std::string where_;
  const Boundary &boundary_;
  PeriodicGroup here_, there_;
  Point translation_{};
  double size_ = 0;
};

// Throws InputError for two pairs with one translation: they would count it twice where they meet.
void require_directions(const Case &input, const std::vector<Period> &periods) {
  for (std::size_t k = 1; k < periods.size(); ++k)
    for (std::size_t l = 0; l < k; ++l) {
      const Point &a = periods[k].translation_m, &b = periods[l].translation_m;
      if (norm(cross(a, b)) <= k_same_place * norm(a) * norm(b))
        throw InputError(fmt::format("{}: this pair lies {} apart, in the direction of the one at "
                                     "{}; make the faces of a direction one group",
                                     where(input, *periods[k].boundary), text(a),
                                     where(input, *periods[l].boundary)));
    }
}

// Sorts nodes by their roots, then by their steps, so that moved nodes keep their order.
void renumber(TetMesh &mesh, const std::vector<PeriodLink> &links) {
  const Orbits orbits = find_orbits(mesh.points.size(), links);
  std::vector<Index> order(mesh.points.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return orbits.root[a] != orbits.root[b] ? orbits.root[a] < orbits.root[b]
                                            : orbits.steps[a] < orbits.steps[b];
  });
  std::vector<Index> number(order.size());
  std::vector<Point> points(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    number[order[k]] = static_cast<Index>(k);
    points[k] = mesh.points[order[k]];
  }
  mesh.points = std::move(points);
  for (auto &tet : mesh.tets)
    for (Index &node : tet)
      node = number[node];
  for (auto &triangle : mesh.triangles)
    for (Index &node : triangle)
      node = number[node];
}

} // namespace

std::vector<Period> match_periods(const Case &input, TetMesh &mesh) {
  std::vector<Period> periods;
  std::vector<PeriodLink> links;
  std::set<Index> groups;
  for (const Boundary &boundary : input.boundaries) {
    const auto *spec = spec_of<PeriodicSpec>(boundary);
    if (spec == nullptr)
      continue;
    const std::string place = where(input, boundary);
    Period period;
    period.boundary = &boundary;
    period.group = find_group(mesh, 2, boundary.group, place);
    period.with = find_group(mesh, 2, spec->with, place);
    for (const Index group : {period.group, period.with})
      if (!groups.insert(group).second)
        throw InputError(fmt::format("{}: \"{}\" is in a pair of periodic faces already; a pair is "
                                     "given once, on one of its faces",
                                     place, mesh.groups[group].label()));
    if (static_cast<int>(periods.size()) == k_most_periods)
      throw InputError(fmt::format("{}: space has {} directions, and there are more pairs of "
                                   "periodic faces",
                                   place, k_most_periods));
    const FaceMatcher matcher(mesh, place, boundary, faces_of(mesh, period.group),
                              faces_of(mesh, period.with));
    period.translation_m = matcher.translation();
    const auto found = matcher.links(static_cast<int>(periods.size()));
    links.insert(links.end(), found.begin(), found.end());
    periods.push_back(std::move(period));
  }
  for (const Boundary &boundary : input.boundaries)
    if (!holds<PeriodicSpec>(boundary) && boundary.group != "default")
      for (const Period &period : periods)
        if (find_group(mesh, 2, boundary.group, where(input, boundary)) == period.with)
          throw InputError(
              fmt::format("{}: \"{}\" is the other face of the periodic one at {}, and "
                          "takes no condition of its own",
                          where(input, boundary), boundary.group, where(input, *period.boundary)));
  if (periods.empty())
    return periods;
  if (mesh.is_curved())
    throw InputError(where(input, *periods.front().boundary) +
                     ": periodic faces are for straight tets; mesh with first order");
  require_directions(input, periods);
  renumber(mesh, links);
  return periods;
}

void add_faces(const TetMesh &mesh, const TetTopology &topology,
               const std::vector<Index> &triangle_face, std::vector<Period> &periods,
               std::vector<const Boundary *> &boundary_of_face) {
  for (Period &period : periods) {
    // Nodes of both sides are in the same order, so faces sorted by them correspond.
    std::vector<Index> here, there;
    for (std::size_t i = 0; i < triangle_face.size(); ++i) {
      if (mesh.triangle_group[i] == period.group)
        here.push_back(triangle_face[i]);
      if (mesh.triangle_group[i] == period.with)
        there.push_back(triangle_face[i]);
    }
    const auto by_nodes = [&](Index a, Index b) { return topology.faces[a] < topology.faces[b]; };
    std::sort(here.begin(), here.end(), by_nodes);
    std::sort(there.begin(), there.end(), by_nodes);
    for (std::size_t k = 0; k < here.size(); ++k) {
      period.faces.push_back({here[k], there[k]});
      boundary_of_face[there[k]] = period.boundary;
    }
  }
}

std::vector<double> phases_of(const std::vector<Period> &periods, const PlaneWave *wave,
                              double wavenumber) {
  std::vector<double> phases;
  for (const Period &period : periods) {
    double phase = 0;
    if (const auto &given = period.spec().phase_deg)
      phase = *given * k_pi / 180;
    else if (wave != nullptr)
      for (int d = 0; d < 3; ++d)
        phase += wavenumber * wave->direction[d] * period.translation_m[d];
    phases.push_back(phase);
  }
  return phases;
}

void require_fitting_phases(const Case &input, const std::vector<Period> &periods,
                            const PlaneWave *wave, double wavenumber,
                            const std::string &case_location) {
  for (const Period &period : periods) {
    const auto &given = period.spec().phase_deg;
    if (!given && wave == nullptr)
      throw InputError(fmt::format("{}: \"from_wave\" takes the phase of a plane wave, and the "
                                   "source at {} is none; give \"phase\" in degrees",
                                   where(input, *period.boundary), case_location));
    if (!given || wave == nullptr)
      continue;
    double of_wave = 0;
    for (int d = 0; d < 3; ++d)
      of_wave += wavenumber * wave->direction[d] * period.translation_m[d];
    const double difference = *given * k_pi / 180 - of_wave;
    if (std::abs(std::polar(1.0, difference) - 1.0) > k_same_phase)
      throw InputError(fmt::format("{}: the phase is {:g} deg, and that of the wave at {} is "
                                   "{:.6g} deg; take \"from_wave\"",
                                   where(input, *period.boundary), *given, case_location,
                                   of_wave * 180 / k_pi));
  }
}

} // namespace curlew::fem
