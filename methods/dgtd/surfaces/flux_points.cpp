#include <curlew/methods/dgtd/surfaces/flux_points.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/mesh/orient_surface.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/face_points.hpp>
#include <curlew/methods/dgtd/surfaces/flux_faces.hpp>
#include <curlew/methods/dgtd/surfaces/plane_cut.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace curlew::dgtd {
namespace {

std::array<Point, 4> corners_of(const Problem &problem, Index tet) {
  std::array<Point, 4> corners;
  for (int v = 0; v < 4; ++v)
    corners[v] = problem.point(problem.nodes[tet][v]);
  return corners;
}

// True where a tet reaches a plane. A face that lies in the plane up to rounding belongs to the
// tets on both sides.
bool reaches(const std::array<Point, 4> &corners, int axis, double at_m) {
  constexpr double k_rounding = 1e-6; // relative to the tet's height, above that of cut()
  double low = corners[0][axis], high = low;
  for (const Point &corner : corners) {
    low = std::min(low, corner[axis]);
    high = std::max(high, corner[axis]);
  }
  const double slack = k_rounding * (high - low);
  return low <= at_m + slack && high >= at_m - slack;
}

// Returns the share of a face's power that a tet counts: half from either side, all of it on walls
// that let it through, and none on conductors.
double share_of(const TetFace &face) {
  return face.kind == FaceKind::inner ? 0.5 : has_loss(face.kind) ? 1 : 0;
}

class FluxFinder {
public:
  FluxFinder(const Case &input, const Problem &problem)
      : input_(input), problem_(problem), degree_(2 * problem.choices.space.degree()) {}

  FluxPoints find() {
    const auto &fluxes = input_.outputs.fluxes;
    const std::size_t runs = fluxes.empty() ? 0 : port_runs(input_).size();
    if (runs > 1)
      throw InputError(fmt::format("{}: a flux is that of one run, and this case takes {}, one for "
                                   "each excited port; excite one port, or leave the flux out",
                                   input_.where("/outputs/flux"), runs));
    for (std::size_t i = 0; i < fluxes.size(); ++i) {
      location_ = input_.where("/outputs/flux/" + std::to_string(i));
      name_ = fluxes[i].name;
      if (const auto *plane = std::get_if<FluxPlane>(&fluxes[i].shape))
        add_plane(*plane);
      else if (const auto *box = std::get_if<FluxBox>(&fluxes[i].shape))
        add_rectangles(faces_of(box->min_m, box->max_m), false);
      else
        add_group(find_group(problem_.mesh, 2, std::get<FluxGroup>(fluxes[i].shape).name,
                             input_.where("/outputs/flux/" + std::to_string(i) + "/surface")));
      points_.texts.push_back(
          fmt::format("flux \"{}\": {} points", name_, points_.size() - points_.first.back()));
      points_.first.push_back(points_.size());
    }
    return std::move(points_);
  }

private:
  void add_plane(const FluxPlane &plane) {
    const TetLocator &locator = problem_.locator.of(problem_.mesh, problem_.threads);
    Point low_m = locator.low_m(), high_m = locator.high_m();
    for (const auto &tet : problem_.conductors.tets)
      for (const Index node : tet)
        for (int d = 0; d < 3; ++d) {
          low_m[d] = std::min(low_m[d], problem_.conductors.points[node][d]);
          high_m[d] = std::max(high_m[d], problem_.conductors.points[node][d]);
        }
    add_rectangles({rectangle_of(plane, low_m, high_m, location_, name_)},
                   !plane.min_m && !plane.max_m);
  }

  // Adds rectangles. `is_whole_plane`: the plane ends with the mesh and at absorbing layers;
  // otherwise a part outside of the mesh throws InputError.
  void add_rectangles(const std::vector<Rectangle> &rectangles, bool is_whole_plane) {
    double wanted_m2 = 0, covered_m2 = 0;
    for (const Rectangle &rectangle : rectangles) {
      wanted_m2 += rectangle.area_m2();
      covered_m2 += area_in_conductors(rectangle);
      for (Index t = 0; t < problem_.tet_count(); ++t) {
        const auto corners = corners_of(problem_, t);
        if (!reaches(corners, rectangle.axis, rectangle.low_m[rectangle.axis]))
          continue;
        const PlaneCut common = cut(rectangle, corners);
        if (common.polygon_m.empty())
          continue;
        std::optional<TetFace> face;
        if (common.face >= 0)
          face = problem_.faces[t][common.face];
        covered_m2 += (face && face->kind == FaceKind::inner ? 0.5 : 1) *
                      area_of(common.polygon_m, rectangle.axis);
        const double share = face ? share_of(*face) : 1;
        const bool is_left_out =
            is_whole_plane && !problem_.layers.empty() && problem_.layers.is_inside[t];
        if (share > 0 && !is_left_out)
          add_polygon(t, common.polygon_m, rectangle, share);
      }
    }
    constexpr double k_rounding = 1e-6;
    if (!is_whole_plane && covered_m2 < (1 - k_rounding) * wanted_m2)
      throw InputError(fmt::format("{}: of the {:.6g} m^2 of the flux \"{}\", {:.6g} m^2 lie "
                                   "outside of the mesh; make it smaller",
                                   location_, wanted_m2, name_, wanted_m2 - covered_m2));
  }

  double area_in_conductors(const Rectangle &rectangle) const {
    double area_m2 = 0;
    for (const auto &tet : problem_.conductors.tets) {
      std::array<Point, 4> corners;
      for (int v = 0; v < 4; ++v)
        corners[v] = problem_.conductors.points[tet[v]];
      const PlaneCut common = cut(rectangle, corners);
      if (!common.polygon_m.empty())
        area_m2 += (common.face >= 0 ? 0.5 : 1) * area_of(common.polygon_m, rectangle.axis);
    }
    return area_m2;
  }

  void add_polygon(Index tet, const std::vector<Point> &polygon_m, const Rectangle &rectangle,
                   double share) {
    const SimplexRule<3> rule = triangle_rule(degree_);
    const TetShape shape = problem_.shape(tet);
    for (std::size_t i = 1; i + 1 < polygon_m.size(); ++i) {
      const Point &a = polygon_m[0], &b = polygon_m[i], &c = polygon_m[i + 1];
      const double area_m2 = area_of({a, b, c}, rectangle.axis);
      if (area_m2 == 0)
        continue;
      for (std::size_t q = 0; q < rule.points.size(); ++q) {
        const auto &at = rule.points[q];
        Point area{0, 0, 0};
        area[rectangle.axis] = rectangle.outward * share * rule.weights[q] * area_m2;
        const Point point_m = at[0] * a + at[1] * b + at[2] * c;
        add_point({tet, function_values(problem_.choices.space, shape, barycentric(tet, point_m))},
                  area);
      }
    }
  }

  // Returns the barycentric coordinates of a point for the tet's ascending vertices.
  std::array<double, 4> barycentric(Index tet, const Point &point_m) const {
    const auto x = corners_of(problem_, tet);
    const Point a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0], p = point_m - x[0];
    const double volume = dot(a, cross(b, c));
    std::array<double, 4> l{0, dot(p, cross(b, c)) / volume, dot(a, cross(p, c)) / volume,
                            dot(a, cross(b, p)) / volume};
    l[0] = 1 - l[1] - l[2] - l[3];
    return l;
  }

  void add_point(ProbeStencil stencil, const Point &area_m2) {
    points_.stencils.push_back(std::move(stencil));
    points_.areas_m2.push_back(area_m2);
  }

  // Adds a face. `positive`: direction across the face in which power counts.
  void add_face(Index tet, int local, const Point &positive) {
    const double share = share_of(problem_.faces[tet][local]);
    if (share == 0)
      return;
    for (FacePoint &point : face_points(problem_, tet, local, degree_)) {
      const double sign = dot(point.normal, positive) > 0 ? 1 : -1;
      add_point({tet, std::move(point.functions)}, (sign * share * point.area_m2) * point.normal);
    }
  }

  void add_group(Index group) {
    std::vector<FluxFace> inner; // faces with a tet on either side
    std::vector<SurfaceTriangle> triangles;
    for (const FluxFace &face : find_flux_faces(problem_, group)) {
      if (problem_.faces[face.tet][face.local].kind != FaceKind::inner) {
        add_face(face.tet, face.local, outwards(face.tet, face.local));
        continue;
      }
      inner.push_back(face);
      SurfaceTriangle triangle;
      triangle.nodes = face_nodes(problem_, face.tet, face.local);
      for (int i = 0; i < 3; ++i)
        triangle.corners_m[i] = problem_.point(triangle.nodes[i]);
      triangles.push_back(triangle);
    }
    const std::vector<std::int8_t> signs = orient(triangles);
    for (std::size_t i = 0; i < inner.size(); ++i) {
      const auto &x = triangles[i].corners_m;
      const Point positive = double(signs[i]) * cross(x[1] - x[0], x[2] - x[0]);
      const TetFace &other = problem_.faces[inner[i].tet][inner[i].local];
      add_face(inner[i].tet, inner[i].local, positive);
      add_face(other.tet, other.local, positive);
    }
  }

  Point outwards(Index tet, int local) const {
    const auto corners = corners_of(problem_, tet);
    const auto nodes = face_nodes(problem_, tet, local);
    const Point a = problem_.point(nodes[0]);
    const Point area = cross(problem_.point(nodes[1]) - a, problem_.point(nodes[2]) - a);
    return dot(area, corners[local] - a) > 0 ? -1.0 * area : area;
  }

  std::vector<std::int8_t> orient(const std::vector<SurfaceTriangle> &triangles) const {
    try {
      return orient_surface(triangles);
    } catch (const std::invalid_argument &error) {
      throw InputError(fmt::format("{}: the group of the flux \"{}\" is no surface with two sides: "
                                   "{}",
                                   location_, name_, error.what()));
    }
  }

  const Case &input_;
  const Problem &problem_;
  int degree_;                  // degree of the rules
  std::string location_, name_; // location and name of the present entry
  FluxPoints points_;
};

// Returns the tets that a surface takes fields from.
std::vector<std::uint8_t> tets_of(const Problem &problem, const FluxPoints &points,
                                  std::size_t surface) {
  std::vector<std::uint8_t> is_used(problem.tet_count(), 0);
  for (std::size_t p = points.first[surface]; p < points.first[surface + 1]; ++p)
    is_used[points.stencils[p].tet] = 1;
  return is_used;
}

} // namespace

FluxPoints find_flux_points(const Case &input, const Problem &problem) {
  return FluxFinder(input, problem).find();
}

std::vector<std::string> flux_warnings(const Case &input, const Problem &problem,
                                       const FluxPoints &points, const std::vector<Source> &sources,
                                       const std::vector<TotalFieldWave> &waves) {
  std::vector<std::string> warnings;
  const auto on_any_rank = [&](bool here) { return problem.ownership.ranks.any(here); };
  for (std::size_t s = 0; s < points.surfaces(); ++s) {
    const std::vector<std::uint8_t> is_used = tets_of(problem, points, s);
    const std::string begin =
        fmt::format("{}: the flux \"{}\" ", input.where("/outputs/flux/" + std::to_string(s)),
                    input.outputs.fluxes[s].name);
    for (const Source &source : sources)
      if (on_any_rank(std::any_of(source.tets.begin(), source.tets.end(),
                                  [&](Index tet) { return is_used[tet] != 0; })))
        warnings.push_back(begin + fmt::format("passes through the current \"{}\" or next to it: "
                                               "its power is that of a part of the source. Move "
                                               "the surface a tet off the current",
                                               source.name));
    if (!problem.layers.empty() &&
        on_any_rank(std::any_of(problem.layers.tets.begin(), problem.layers.tets.end(),
                                [&](Index tet) { return is_used[tet] != 0; })))
      warnings.push_back(begin + "reaches into an absorbing layer, where fields fade as in no "
                                 "medium; move it out");
    for (const TotalFieldWave &wave : waves) {
      bool is_inside = false, is_outside = false;
      for (std::size_t t = 0; t < is_used.size(); ++t) {
        is_inside = is_inside || (is_used[t] && wave.is_total[t]);
        is_outside = is_outside || (is_used[t] && !wave.is_total[t]);
      }
      is_inside = on_any_rank(is_inside);
      is_outside = on_any_rank(is_outside);
      if (is_inside && is_outside)
        warnings.push_back(begin + fmt::format("lies partly in the region of the wave \"{}\": it "
                                               "adds powers of the total and of the scattered "
                                               "fields; move it in or out",
                                               wave.name));
    }
  }
  return warnings;
}

} // namespace curlew::dgtd
