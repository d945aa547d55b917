#include <curlew/methods/fem/assembly/shielded_tets.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/fem/assembly/clear_lines.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/shared/surfaces/layer_plane.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::fem {
namespace {

constexpr int k_lines = 24, k_open_lines = 6; // from a tet; of these, lines that may reach the open
constexpr int k_most_tets = 100000;           // along a line, against circles by rounding

// Effect of a face on a line.
enum class LineEnd : std::uint8_t { goes_on, hits, mirrors, leaves };

bool is_in_image_plane(const Model &model, const std::array<Point, 3> &corners) {
  constexpr double k_rounding = 1e-6;
  const double size = std::sqrt(norm(cross(corners[1] - corners[0], corners[2] - corners[0])));
  return std::any_of(model.images.begin(), model.images.end(), [&](const ImagePlane &plane) {
    return std::all_of(corners.begin(), corners.end(), [&](const Point &p) {
      return std::abs(p[plane.axis] - plane.at_m) <= k_rounding * size;
    });
  });
}

std::vector<LineEnd> ends_of_lines(const Model &model) {
  const Extents extents = extents_of(model);
  std::vector<LineEnd> ends(model.topology.faces.size(), LineEnd::goes_on);
  for (std::size_t f = 0; f < ends.size(); ++f) {
    if (!model.face_is_pec[f])
      continue;
    const auto &nodes = model.topology.faces[f];
    const std::array<Point, 3> corners = {model.mesh.points[nodes[0]], model.mesh.points[nodes[1]],
                                          model.mesh.points[nodes[2]]};
    const bool mirrors = is_in_image_plane(model, corners) ||
                         layer_plane_of(corners, extents.low_m, extents.high_m).has_value();
    ends[f] = mirrors ? LineEnd::mirrors : LineEnd::hits;
  }
  for (const FaceTerm &term : model.natural)
    ends[term.face] = LineEnd::mirrors;
  for (const FaceTerm &term : model.layers)
    ends[term.face] = LineEnd::leaves;
  for (const FaceTerm &term : model.terms) {
    const auto [first, second] = model.topology.face_tets[term.face];
    const bool is_outer = second < 0 || !model.solved[first] || !model.solved[second];
    ends[term.face] = term.law->is_absorbing()           ? LineEnd::leaves
                      : term.law->is_metal() || is_outer ? LineEnd::hits
                                                         : LineEnd::goes_on;
  }
  return ends;
}

// Points of a spiral on the unit sphere.
std::vector<Point> directions() {
  std::vector<Point> all;
  const double turn = k_pi * (3 - std::sqrt(5.0));
  for (int i = 0; i < k_lines; ++i) {
    const double z = 1 - (2 * i + 1.0) / k_lines, r = std::sqrt(1 - z * z);
    all.push_back({r * std::cos(turn * i), r * std::sin(turn * i), z});
  }
  return all;
}

// Returns the half-lines that meet no face where lines end or are mirrored: such a line leaves the
// mesh, whatever lies on its way.
ClearLines clear_lines(const Model &model, const std::vector<LineEnd> &ends,
                       const std::vector<Point> &directions, int threads) {
  std::vector<std::array<Point, 3>> triangles;
  for (std::size_t f = 0; f < ends.size(); ++f) {
    const auto &nodes = model.topology.faces[f];
    if (ends[f] == LineEnd::hits || ends[f] == LineEnd::mirrors)
      triangles.push_back(
          {model.mesh.points[nodes[0]], model.mesh.points[nodes[1]], model.mesh.points[nodes[2]]});
  }
  const Extents extents = extents_of(model);
  return {triangles, directions, extents.low_m, extents.high_m, threads};
}

class LineOfSight {
public:
  LineOfSight(const Model &model, const AbsorbingLayers &layers, std::vector<LineEnd> ends,
              int threads)
      : model_(model), layers_(layers), ends_(std::move(ends)), directions_(directions()),
        clear_(clear_lines(model, ends_, directions_, threads)) {}

  // Returns true where at most `most` lines from a point in a tet reach the open. Lines that
  // nothing stands near are counted first, the others are followed from tet to tet.
  bool has_few_open(Index tet, const Point &from, int most) const {
    int open = 0;
    for (std::size_t line = 0; line < k_lines && open <= most; ++line)
      open += clear_.is_clear(from, line);
    for (std::size_t line = 0; line < k_lines && open <= most; ++line)
      open += !clear_.is_clear(from, line) && !hits(tet, from, line);
    return open <= most;
  }

private:
  // Returns true where a line from a point in a tet ends on a conductor.
  bool hits(Index tet, Point from, std::size_t line) const {
    Point direction = directions_[line];
    bool is_mirrored = false;
    for (int step = 0; step < k_most_tets; ++step) {
      if (!is_mirrored && clear_.is_clear(from, line))
        return false;
      const auto [face, normal, at] = way_out(tet, from, direction);
      if (face < 0)
        return false;
      from = from + at * direction;
      switch (ends_[face]) {
      case LineEnd::hits:
        return true;
      case LineEnd::leaves:
        return false;
      case LineEnd::mirrors:
        direction = direction - (2 * dot(direction, normal)) * normal;
        is_mirrored = true;
        break;
      case LineEnd::goes_on: {
        const auto &sides = model_.topology.face_tets[face];
        tet = sides[0] == tet ? sides[1] : sides[0];
        if (tet < 0 || !model_.solved[tet] || layers_.contains(centroid_of(model_.mesh, tet)))
          return false;
        break;
      }
      }
    }
    return false;
  }

  struct WayOut {
    Index face = -1;
    Point normal{}; // unit vector, outwards
    double at = 0;
  };

  WayOut way_out(Index tet, const Point &from, const Point &direction) const {
    WayOut nearest;
    nearest.at = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 4; ++i) {
      const Index face = model_.topology.tet_faces[tet][i];
      const auto &nodes = model_.topology.faces[face];
      const Point &a = model_.mesh.points[nodes[0]];
      Point normal = cross(model_.mesh.points[nodes[1]] - a, model_.mesh.points[nodes[2]] - a);
      normal = (1 / norm(normal)) * normal;
      if (dot(normal, model_.mesh.points[model_.mesh.tets[tet][i]] - a) > 0)
        normal = -1.0 * normal;
      const double along = dot(normal, direction);
      if (along <= 0)
        continue;
      const double at = std::max(0.0, dot(normal, a - from) / along);
      if (at < nearest.at)
        nearest = {face, normal, at};
    }
    return nearest;
  }

  const Model &model_;
  const AbsorbingLayers &layers_;
  std::vector<LineEnd> ends_;
  std::vector<Point> directions_;
  ClearLines clear_;
};

} // namespace

std::vector<std::uint8_t> shielded_tets(const Model &model, const AbsorbingLayers &layers,
                                        int threads) {
  std::vector<LineEnd> ends = ends_of_lines(model);
  if (std::find(ends.begin(), ends.end(), LineEnd::hits) == ends.end())
    return {};
  const LineOfSight sight(model, layers, std::move(ends), threads);
  std::vector<std::uint8_t> is_shielded(model.solved.size(), 0);
  parallel_chunks(is_shielded.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      const auto tet = static_cast<Index>(t);
      const Point centroid = centroid_of(model.mesh, tet);
      if (!model.solved[t] || layers.contains(centroid))
        continue;
      is_shielded[t] = sight.has_few_open(tet, centroid, k_open_lines);
    }
  });
  if (std::find(is_shielded.begin(), is_shielded.end(), 1) == is_shielded.end())
    return {};
  return is_shielded;
}

} // namespace curlew::fem
