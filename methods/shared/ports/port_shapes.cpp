#include <curlew/methods/shared/ports/port_face.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

constexpr double k_flat = 1e-6;     // over the size of a port: rounding of coordinates
constexpr double k_round = 0.05;    // over a radius: corners of straight edges that were refined
constexpr double k_polygon = 0.8;   // over a circle's area; a hexagon has 0.83
constexpr double k_in_plane = 1e-3; // sine between a direction and a face

std::vector<Index> nodes_of(const PortFace &face) {
  std::vector<Index> nodes;
  for (const Index f : face.faces)
    for (const Index node : face.topology.faces[f])
      nodes.push_back(node);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

// A circle through the corners of one loop of a port's rim.
struct Circle {
  Point middle{};
  double radius_m = 0, worst = 0; // |r - radius| / radius of a corner, the largest
};

// Fits by least squares 2 x.c + (R^2 - c.c) = x.x in the plane of the port, about the mean.
Circle fit_circle(const PortFace &face, const PortPlane &plane, const std::vector<Index> &nodes) {
  Point mean{};
  for (const Index node : nodes)
    mean = mean + (1.0 / static_cast<double>(nodes.size())) * face.mesh.points[node];
  const Point across = face.mesh.points[nodes.front()] - mean;
  const Point u = (1 / norm(across)) * across, v = cross(plane.normal, u);
  double uu = 0, uv = 0, vv = 0, bu = 0, bv = 0, squares = 0;
  for (const Index node : nodes) {
    const Point r = face.mesh.points[node] - mean;
    const double x = dot(u, r), y = dot(v, r), square = dot(r, r);
    uu += x * x;
    uv += x * y;
    vv += y * y;
    bu += x * square / 2;
    bv += y * square / 2;
    squares += square / static_cast<double>(nodes.size());
  }
  const double determinant = uu * vv - uv * uv;
  const double x = (bu * vv - bv * uv) / determinant, y = (bv * uu - bu * uv) / determinant;
  Circle circle;
  circle.middle = mean + x * u + y * v;
  circle.radius_m = std::sqrt(squares + x * x + y * y);
  for (const Index node : nodes)
    circle.worst = std::max(
        circle.worst, std::abs(norm(face.mesh.points[node] - circle.middle) / circle.radius_m - 1));
  return circle;
}

// Returns the circles of the port's rim, the largest first; none where a loop of it is no circle.
std::vector<Circle> rim_circles(const PortFace &face, const PortPlane &plane) {
  std::vector<Circle> circles;
  for (const std::vector<Index> &loop : rim_loops(face)) {
    circles.push_back(fit_circle(face, plane, loop));
    if (!(circles.back().worst <= k_round))
      return {};
  }
  std::sort(circles.begin(), circles.end(),
            [](const Circle &a, const Circle &b) { return a.radius_m > b.radius_m; });
  double area = 0;
  for (std::size_t i = 0; i < circles.size(); ++i)
    area += (i == 0 ? 1 : -1) * k_pi * circles[i].radius_m * circles[i].radius_m;
  if (plane.area_m2 < k_polygon * area)
    return {};
  return circles;
}

// Fits the rectangle whose sides lie along an edge of the face, and whose area is that of the port.
bool fit_rectangle(const PortFace &face, const PortPlane &plane, const std::vector<Index> &nodes,
                   const Point &u, PortRectangle &rectangle) {
  const Point v = cross(plane.normal, u);
  double low[2] = {std::numeric_limits<double>::infinity(),
                   std::numeric_limits<double>::infinity()},
         high[2] = {-low[0], -low[1]};
  for (const Index node : nodes)
    for (int k = 0; k < 2; ++k) {
      const double x = dot(k == 0 ? u : v, face.mesh.points[node] - plane.middle);
      low[k] = std::min(low[k], x);
      high[k] = std::max(high[k], x);
    }
  const double a = high[0] - low[0], b = high[1] - low[1];
  if (std::abs(a * b / plane.area_m2 - 1) > k_flat)
    return false;
  rectangle = {plane.middle + low[0] * u + low[1] * v, u, v, a, b};
  if (a < b) {
    std::swap(rectangle.along, rectangle.across);
    std::swap(rectangle.length_m, rectangle.width_m);
  }
  return true;
}

} // namespace

PortPlane measure_plane(const PortFace &face) {
  PortPlane plane;
  Point normal{};
  for (const Index f : face.faces) {
    const auto &n = face.topology.faces[f];
    const Point &a = face.mesh.points[n[0]], &b = face.mesh.points[n[1]],
                &c = face.mesh.points[n[2]];
    Point area = 0.5 * cross(b - a, c - a);
    if (dot(area, normal) < 0)
      area = -1.0 * area;
    normal = normal + area;
    plane.area_m2 += norm(area);
    plane.middle = plane.middle + (norm(area) / 3) * (a + b + c);
  }
  plane.middle = (1 / plane.area_m2) * plane.middle;
  if (norm(normal) < (1 - k_flat) * plane.area_m2)
    throw InputError(fmt::format("{}: the port is not plane: its faces have an area of {:.6g} m^2, "
                                 "their projection one of {:.6g} m^2",
                                 face.location, plane.area_m2, norm(normal)));
  plane.normal = (1 / norm(normal)) * normal;
  return plane;
}

namespace {

struct ExtentAlong {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};
template <class Nodes>
ExtentAlong extent_along(const TetMesh &mesh, const Nodes &nodes, const Point &direction) {
  ExtentAlong extent;
  for (const Index node : nodes) {
    const double x = dot(direction, mesh.points[node]);
    extent.low = std::min(extent.low, x);
    extent.high = std::max(extent.high, x);
  }
  return extent;
}

} // namespace

std::string loose_ends_warning(const PortFace &face, const Point &given) {
  constexpr double k_near = 0.1; // over the length: ends may be bent
  const Point direction = (1 / norm(given)) * given;
  const ExtentAlong all = extent_along(face.mesh, nodes_of(face), direction);
  // Edges of the rim near an end count by their lengths across the direction: edges along it belong
  // to the sides.
  const std::vector<Index> rim = rim_edges(face);
  const auto is_held = [&](double end) {
    double across_m = 0, fixed_m = 0;
    for (const Index edge : rim) {
      const auto &[i, j] = face.topology.edges[edge];
      const Point &from = face.mesh.points[i], &to = face.mesh.points[j];
      if (std::max(std::abs(dot(direction, from) - end), std::abs(dot(direction, to) - end)) >
          k_near * (all.high - all.low))
        continue;
      const Point along = dot(direction, to - from) * direction;
      const double length_m = norm(to - from - along);
      across_m += length_m;
      fixed_m += face.conducts(edge) ? length_m : 0;
    }
    return fixed_m > 0.5 * across_m;
  };
  const bool is_low_held = is_held(all.low), is_high_held = is_held(all.high);
  if (is_low_held && is_high_held)
    return "";
  return fmt::format("{}: the lumped part has no conductor at {} along its direction ({:.3g}, "
                     "{:.3g}, {:.3g}): it is a sheet that conducts in all directions, and no part "
                     "between two leads; is \"direction\" right?",
                     face.location,
                     is_low_held || is_high_held ? "one of its ends" : "either of its ends",
                     direction[0], direction[1], direction[2]);
}

std::string deembed_warning(const std::string &location, double deembed_m, double depth_m) {
  constexpr double k_rounding = 1e-6;
  if (deembed_m <= (1 + k_rounding) * depth_m)
    return "";
  return fmt::format("{}: \"deembed\" moves the reference plane by {:.4g} m, and the mesh ends "
                     "{:.4g} m behind the port: is its unit right?",
                     location, deembed_m, depth_m);
}

PortStrip measure_strip(const PortFace &face, const PortPlane &plane, const Point &given) {
  const Point direction = (1 / norm(given)) * given;
  if (std::abs(dot(direction, plane.normal)) > k_in_plane)
    throw InputError(fmt::format("{}: the direction of the lumped port does not lie in its face, "
                                 "whose normal is ({:.4g}, {:.4g}, {:.4g})",
                                 face.location, plane.normal[0], plane.normal[1], plane.normal[2]));
  const auto [low, high] = extent_along(face.mesh, nodes_of(face), direction);
  return {direction, high - low, plane.area_m2 / (high - low)};
}

PortRing measure_ring(const PortFace &face, const PortPlane &plane) {
  const std::vector<Circle> circles = rim_circles(face, plane);
  if (circles.size() != 2 ||
      norm(circles[1].middle - circles[0].middle) > k_round * circles[0].radius_m)
    throw InputError(fmt::format(
        "{}: a coaxial port is a ring, and this face, {:.4g} m^2 around ({:.4g}, {:.4g}, {:.4g}) "
        "m, is none: its rims must be two circles around one point, with all nodes on them (the "
        "new "
        "nodes of \"refine\" lie on chords, inside of the circles: mesh finer instead); take "
        "\"kind\": \"tem\" for another section",
        face.location, plane.area_m2, plane.middle[0], plane.middle[1], plane.middle[2]));
  return {circles[1].radius_m, circles[0].radius_m};
}

PortRectangle measure_rectangle(const PortFace &face, const PortPlane &plane) {
  const std::vector<Index> nodes = nodes_of(face);
  PortRectangle rectangle;
  for (const Index f : face.faces) {
    const auto &n = face.topology.faces[f];
    for (int k = 0; k < 3; ++k) {
      const Point edge = face.mesh.points[n[(k + 1) % 3]] - face.mesh.points[n[k]];
      if (fit_rectangle(face, plane, nodes, (1 / norm(edge)) * edge, rectangle))
        return rectangle;
    }
  }
  throw InputError(fmt::format("{}: the port is no rectangle; its face has {:.6g} m^2 around "
                               "({:.4g}, {:.4g}, {:.4g}) m",
                               face.location, plane.area_m2, plane.middle[0], plane.middle[1],
                               plane.middle[2]));
}

PortDisc measure_disc(const PortFace &face, const PortPlane &plane) {
  const std::vector<Circle> circles = rim_circles(face, plane);
  if (circles.size() != 1)
    throw InputError(fmt::format(
        "{}: a circular port is a disc, and this face, {:.4g} m^2 around ({:.4g}, {:.4g}, {:.4g}) "
        "m, is none: its rim is not one circle; take \"kind\": \"modal\" for another section",
        face.location, plane.area_m2, plane.middle[0], plane.middle[1], plane.middle[2]));
  return {circles[0].middle, circles[0].radius_m};
}

} // namespace curlew
