#include <curlew/methods/dgatd/outputs/flux_points.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/orient_surface.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/time/flux_rectangles.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

namespace curlew::dgatd {
namespace {

constexpr double k_most_points = 4e6; // points of a surface

// Equal rectangles and their middles, with the first of the two axes fastest.
struct Raster {
  std::vector<Point> points_m;
  double area_m2 = 0; // area of each rectangle
};

Raster make_raster(const Rectangle &rectangle, const std::array<Index, 2> &counts) {
  const auto [u, v] = across(rectangle.axis);
  const Point size_m = rectangle.high_m - rectangle.low_m;
  const double du = size_m[u] / counts[0], dv = size_m[v] / counts[1];
  Raster raster;
  raster.area_m2 = du * dv;
  for (Index j = 0; j < counts[1]; ++j)
    for (Index i = 0; i < counts[0]; ++i) {
      Point point = rectangle.low_m;
      point[u] += (i + 0.5) * du;
      point[v] += (j + 0.5) * dv;
      raster.points_m.push_back(point);
    }
  return raster;
}

class FluxFinder {
public:
  FluxFinder(const Case &input, const Problem &problem)
      : input_(input), problem_(problem), ranks_(problem.ownership.ranks), finder_(problem) {}

  FluxPoints find() {
    for (std::size_t i = 0; i < input_.outputs.fluxes.size(); ++i) {
      const FluxSpec &spec = input_.outputs.fluxes[i];
      location_ = input_.where("/outputs/flux/" + std::to_string(i));
      name_ = spec.name;
      if (const auto *plane = std::get_if<FluxPlane>(&spec.shape))
        add_plane(*plane);
      else if (const auto *box = std::get_if<FluxBox>(&spec.shape))
        add_rectangles(faces_of(box->min_m, box->max_m), false);
      else
        add_group(static_cast<Index>(i));
      points_.first.push_back(points_.size());
      points_.names.push_back(name_);
    }
    return std::move(points_);
  }

private:
  void add_plane(const FluxPlane &plane) {
    const TetLocator &locator = problem_.locator.of(problem_.mesh, problem_.setup_threads);
    Point low_m = locator.low_m(), high_m = locator.high_m();
    for (const Point &point_m : problem_.conductors.points)
      for (int d = 0; d < 3; ++d) {
        low_m[d] = std::min(low_m[d], point_m[d]);
        high_m[d] = std::max(high_m[d], point_m[d]);
      }
    for (int d = 0; d < 3; ++d) {
      low_m[d] = ranks_.min(low_m[d]);
      high_m[d] = ranks_.max(high_m[d]);
    }
    add_rectangles({rectangle_of(plane, low_m, high_m, location_, name_)},
                   !plane.min_m && !plane.max_m);
  }

  // Returns the longest edge of the smallest of the tets around some points of the rectangles.
  double smallest_tet_m(const std::vector<Rectangle> &rectangles) const {
    constexpr Index k_samples = 16;
    double smallest = std::numeric_limits<double>::infinity();
    for (const Rectangle &rectangle : rectangles)
      for (const std::int64_t number :
           finder_.find_tets(make_raster(rectangle, {k_samples, k_samples}).points_m)) {
        const Index tet = number == StencilFinder::k_nowhere
                              ? -1
                              : problem_.ownership.find_tet(static_cast<Index>(number));
        if (tet < 0)
          continue;
        double longest = 0;
        for (const Index edge : problem_.edges[tet]) {
          const auto &ends = problem_.edge_nodes[edge];
          longest = std::max(longest,
                             norm(problem_.mesh.points[ends[1]] - problem_.mesh.points[ends[0]]));
        }
        smallest = std::min(smallest, longest);
      }
    return ranks_.min(smallest);
  }

  // `may_leave`: parts outside of the mesh contribute nothing; otherwise they are refused.
  void add_rectangles(const std::vector<Rectangle> &rectangles, bool may_leave) {
    const double spacing_m = smallest_tet_m(rectangles) / 2;
    std::int64_t key = 0;
    for (const Rectangle &rectangle : rectangles) {
      const Point size_m = rectangle.high_m - rectangle.low_m;
      std::array<Index, 2> counts{1, 1};
      for (int d = 0, i = 0; d < 3; ++d)
        if (d != rectangle.axis) {
          const double count = std::ceil(size_m[d] / spacing_m - 1e-6);
          if (count > k_most_points)
            refuse_size(count);
          counts[i++] = std::max<Index>(1, static_cast<Index>(count));
        }
      if (double(counts[0]) * counts[1] > k_most_points)
        refuse_size(double(counts[0]) * counts[1]);
      add_raster(rectangle, make_raster(rectangle, counts), may_leave, key);
    }
    points_.texts.push_back(
        fmt::format("flux \"{}\": {} points at most {:.4g} m apart", name_, key, spacing_m));
  }

  [[noreturn]] void refuse_size(double count) const {
    throw InputError(fmt::format("{}: the flux \"{}\" takes {:.3g} points, half an edge of the "
                                 "smallest tet apart; {:.0f} are the most",
                                 location_, name_, count, k_most_points));
  }

  void add_raster(const Rectangle &rectangle, const Raster &raster, bool may_leave,
                  std::int64_t &key) {
    const std::vector<std::int64_t> numbers = finder_.find_tets(raster.points_m);
    if (!may_leave)
      check_outside(raster.points_m, numbers);
    Point area{0, 0, 0};
    area[rectangle.axis] = rectangle.outward * raster.area_m2;
    for (std::size_t p = 0; p < numbers.size(); ++p) {
      const std::int64_t this_key = key++;
      if (numbers[p] == StencilFinder::k_nowhere)
        continue;
      const Index tet = problem_.ownership.find_tet(static_cast<Index>(numbers[p]));
      if (tet < 0)
        continue;
      const Point &point_m = raster.points_m[p];
      const Index node = nearest_node(tet, point_m);
      if (problem_.ownership.owns_node(node))
        add_point(finder_.stencil(tet, point_m), area, 0, this_key,
                  {fit_magnetic(problem_, tet, node, point_m)});
    }
  }

  // Returns the node of a tet nearest to the point; of several at the same distance the first of
  // the whole mesh.
  Index nearest_node(Index tet, const Point &point_m) const {
    constexpr double k_rounding = 1e-9;
    Index nearest = -1;
    double least_m = std::numeric_limits<double>::infinity();
    for (const Index node : problem_.nodes[tet])
      if (const double distance_m = norm(problem_.mesh.points[node] - point_m);
          distance_m < least_m * (1 - k_rounding)) {
        least_m = distance_m;
        nearest = node;
      }
    return nearest;
  }

  // Refuses points outside of the mesh. Points in conductors contribute nothing.
  void check_outside(const std::vector<Point> &points_m,
                     const std::vector<std::int64_t> &numbers) const {
    std::vector<Point> outside;
    for (std::size_t p = 0; p < numbers.size(); ++p)
      if (numbers[p] == StencilFinder::k_nowhere)
        outside.push_back(points_m[p]);
    if (outside.empty())
      return;
    const std::vector<bool> conducts = finder_.in_conductors(outside);
    for (std::size_t p = 0; p < outside.size(); ++p)
      if (!conducts[p])
        finder_.report_outside(outside[p], location_ + ": flux \"" + name_ + "\"");
  }

  // Adds a point with the mean of the stencils of H.
  void add_point(const EdgeStencil &electric, const Point &area_m2, double admittance,
                 std::int64_t key, const std::vector<MagneticStencil> &magnetic) {
    points_.electric.push_back(electric);
    points_.areas_m2.push_back(area_m2);
    points_.admittances.push_back(admittance);
    points_.keys.push_back(key);
    for (const MagneticStencil &one : magnetic)
      for (std::size_t i = 0; i < one.tets.size(); ++i) {
        points_.magnetic_tets.push_back(one.tets[i]);
        points_.magnetic_weights.push_back(one.weights[i] / static_cast<double>(magnetic.size()));
      }
    points_.magnetic_offsets.push_back(static_cast<Offset>(points_.magnetic_tets.size()));
  }

  struct FaceSides {
    std::vector<Index> tets; // one or two, in the order of the whole mesh
  };

  FaceSides sides_of(const std::array<Index, 3> &nodes) const {
    FaceSides sides;
    const IndexRows &rows = problem_.node_tets;
    for (const Index *at = rows.begin(nodes[0]); at != rows.end(nodes[0]); ++at) {
      const auto &tet = problem_.nodes[*at];
      if (std::find(tet.begin(), tet.end(), nodes[1]) != tet.end() &&
          std::find(tet.begin(), tet.end(), nodes[2]) != tet.end())
        sides.tets.push_back(*at);
    }
    std::sort(sides.tets.begin(), sides.tets.end(), [&](Index a, Index b) {
      return problem_.ownership.number_of_tet(a) < problem_.ownership.number_of_tet(b);
    });
    return sides;
  }

  // Returns Y of an absorbing face, else 0.
  double admittance_of(std::array<Index, 3> nodes) {
    if (admittances_.empty())
      for (const AbsorbingFace &face : problem_.absorbing) {
        std::array<Index, 3> sorted = face.nodes;
        std::sort(sorted.begin(), sorted.end());
        admittances_[sorted] = face.admittance;
      }
    const auto found = admittances_.find(nodes);
    return found == admittances_.end() ? 0 : found->second;
  }

  // Returns the area vector, by the right hand along the nodes.
  Point area_of(const std::array<Index, 3> &nodes) const {
    const auto &x = problem_.mesh.points;
    return 0.5 * cross(x[nodes[1]] - x[nodes[0]], x[nodes[2]] - x[nodes[0]]);
  }

  void add_face(const std::array<Index, 3> &nodes, const FaceSides &sides, const Point &area_m2,
                double admittance) {
    const Index tet = sides.tets.front();
    std::array<double, 4> barycentric{};
    Point middle{0, 0, 0};
    int opposite = 0;
    for (int i = 0; i < 4; ++i)
      if (std::find(nodes.begin(), nodes.end(), problem_.nodes[tet][i]) != nodes.end()) {
        barycentric[i] = 1.0 / 3;
        middle = middle + (1.0 / 3) * problem_.mesh.points[problem_.nodes[tet][i]];
      } else {
        opposite = i;
      }
    std::vector<MagneticStencil> magnetic;
    for (const Index side : sides.tets)
      if (admittance == 0)
        magnetic.push_back(fit_magnetic(problem_, side, nodes[0], middle));
    const auto key =
        static_cast<std::int64_t>(problem_.ownership.number_of_tet(tet)) * 4 + opposite;
    add_point(whitney_stencil(problem_, tet, barycentric), area_m2, admittance, key, magnetic);
  }

  void add_group(Index flux) {
    std::vector<std::array<Index, 3>> inner; // triangles with a tet on either side
    std::vector<SurfaceTriangle> triangles;
    std::int64_t count = 0;
    for (const FluxFace &face : problem_.flux_faces) {
      if (face.flux != flux)
        continue;
      ++count;
      const FaceSides sides = sides_of(face.nodes);
      if (sides.tets.size() == 2) {
        inner.push_back(face.nodes);
        SurfaceTriangle triangle;
        for (int i = 0; i < 3; ++i) {
          triangle.nodes[i] = problem_.ownership.number_of_node(face.nodes[i]);
          triangle.corners_m[i] = problem_.mesh.points[face.nodes[i]];
        }
        triangles.push_back(triangle);
      } else if (const double admittance = admittance_of(face.nodes); admittance > 0) {
        add_face(face.nodes, sides, outwards(face.nodes, sides.tets[0]), admittance);
      }
    }
    const std::vector<std::int8_t> signs = orient(triangles);
    for (std::size_t i = 0; i < inner.size(); ++i)
      add_face(inner[i], sides_of(inner[i]), double(signs[i]) * area_of(inner[i]), 0);
    points_.texts.push_back(
        fmt::format("flux \"{}\": {} triangles of the mesh", name_, ranks_.sum(count)));
  }

  Point outwards(const std::array<Index, 3> &nodes, Index tet) const {
    const Point area = area_of(nodes);
    Point middle{0, 0, 0};
    for (const Index node : problem_.nodes[tet])
      middle = middle + 0.25 * problem_.mesh.points[node];
    return dot(area, middle - problem_.mesh.points[nodes[0]]) > 0 ? -1.0 * area : area;
  }

  // Returns the signs of orient_surface() for this rank's triangles; the root orients the triangles
  // of all ranks.
  std::vector<std::int8_t> orient(const std::vector<SurfaceTriangle> &mine) const {
    const auto all = ranks_.gather(mine);
    std::vector<std::vector<std::int8_t>> signs(ranks_.size());
    std::string fault;
    if (ranks_.is_root()) {
      std::vector<SurfaceTriangle> whole;
      for (const auto &part : all)
        whole.insert(whole.end(), part.begin(), part.end());
      try {
        const std::vector<std::int8_t> of_whole = orient_surface(whole);
        auto next = of_whole.begin();
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
          const auto count = static_cast<std::ptrdiff_t>(all[rank].size());
          signs[rank].assign(next, next + count);
          next += count;
        }
      } catch (const std::invalid_argument &error) {
        fault = error.what();
      }
    }
    fault = ranks_.broadcast(fault);
    if (!fault.empty())
      throw InputError(fmt::format("{}: the group of the flux \"{}\" is no surface with two sides: "
                                   "{}",
                                   location_, name_, fault));
    return ranks_.scatter(signs);
  }

  const Case &input_;
  const Problem &problem_;
  const Communicator &ranks_;
  StencilFinder finder_;
  std::string location_, name_; // place and name of the present entry
  std::map<std::array<Index, 3>, double> admittances_;
  FluxPoints points_;
};

} // namespace

std::string flux_sums_name(const std::string &flux) {
  return "flux_sums/" + flux;
}

FluxPoints find_flux_points(const Case &input, const Problem &problem) {
  return FluxFinder(input, problem).find();
}

} // namespace curlew::dgatd
