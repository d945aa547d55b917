#include <curlew/methods/shared/ports/port_circles.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

constexpr double k_flat = 1e-6;   // over the size of a port: rounding of coordinates
constexpr double k_polygon = 0.8; // over a circle's area; a hexagon has 0.83

std::vector<Index> nodes_of(const PortFace &face) {
  std::vector<Index> nodes;
  for (const Index f : face.faces)
    for (const Index node : face.topology.faces[f])
      nodes.push_back(node);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

// Returns the circles of the port's rim, the largest first; none where a loop of it is no circle.
std::vector<Circle> rim_circles(const PortFace &face, const PortPlane &plane) {
  std::vector<Circle> circles;
  for (const std::vector<Index> &loop : rim_loops(face)) {
    circles.push_back(fit_circle(face.mesh, plane.normal, loop));
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

Circle fit_circle(const TetMesh &mesh, const Point &normal, const std::vector<Index> &nodes) {
  Point mean{};
  for (const Index node : nodes)
    mean = mean + (1.0 / static_cast<double>(nodes.size())) * mesh.points[node];
  const Point across = mesh.points[nodes.front()] - mean;
  const Point u = (1 / norm(across)) * across, v = cross(normal, u);
  double uu = 0, uv = 0, vv = 0, bu = 0, bv = 0, squares = 0;
  for (const Index node : nodes) {
    const Point r = mesh.points[node] - mean;
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
        circle.worst, std::abs(norm(mesh.points[node] - circle.middle) / circle.radius_m - 1));
  return circle;
}

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

std::string deembed_warning(const std::string &location, double deembed_m, double depth_m) {
  constexpr double k_rounding = 1e-6;
  constexpr double k_longest = 20; // times the mesh, of a line that goes on outwards
  if (deembed_m < -k_longest * depth_m)
    return fmt::format("{}: \"deembed\" moves the reference plane outwards by {:.4g} m, and the "
                       "mesh is {:.4g} m deep: is its unit right?",
                       location, -deembed_m, depth_m);
  if (deembed_m <= (1 + k_rounding) * depth_m)
    return "";
  return fmt::format("{}: \"deembed\" moves the reference plane by {:.4g} m, and the mesh ends "
                     "{:.4g} m behind the port: is its unit right?",
                     location, deembed_m, depth_m);
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
