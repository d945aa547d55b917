#include <curlew/core/mesh/triangle_contact.hpp>

#include <curlew/core/mesh/geometry.hpp>

#include <algorithm>

namespace curlew {
namespace {

// Two triangles at a common edge are folded on each other below this angle, in rad: far below any
// wedge that is meant, above the rounding of coordinates.
constexpr double k_folded_angle = 1e-6;

using Corners = std::array<Point, 3>;

double longest_edge(const Corners &v) {
  return std::max({norm(v[1] - v[0]), norm(v[2] - v[1]), norm(v[0] - v[2])});
}

// True where a point in the plane of a triangle (unit normal n) lies in it, or within the
// tolerance.
bool contains(const Corners &v, const Point &n, const Point &p, double tolerance) {
  bool inside = true;
  for (int i = 0; i < 3; ++i)
    inside = inside && dot(cross(v[(i + 1) % 3] - v[i], p - v[i]), n) >= 0;
  for (int i = 0; i < 3 && !inside; ++i)
    inside = distance_to_segment(p, v[i], v[(i + 1) % 3]) <= tolerance;
  return inside;
}

// True where two segments in the plane with unit normal n cross: the ends of each lie on both sides
// of the other.
bool cross_in_plane(const Point &a, const Point &b, const Point &c, const Point &d,
                    const Point &n) {
  const auto side = [&](const Point &from, const Point &to, const Point &p) {
    return dot(cross(to - from, p - from), n) > 0;
  };
  return side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b);
}

bool segment_meets(const Point &a, const Point &b, const Corners &v, double tolerance) {
  const Point scaled = cross(v[1] - v[0], v[2] - v[0]);
  const Point n = (1 / norm(scaled)) * scaled;
  const double from = dot(n, a - v[0]), to = dot(n, b - v[0]);
  if ((from > tolerance && to > tolerance) || (from < -tolerance && to < -tolerance))
    return false;
  const bool lies_in_plane = std::abs(from) <= tolerance && std::abs(to) <= tolerance;
  if (!lies_in_plane) {
    const double t = std::clamp(from / (from - to), 0.0, 1.0);
    return contains(v, n, a + t * (b - a), tolerance);
  }
  if (contains(v, n, a, tolerance) || contains(v, n, b, tolerance))
    return true;
  for (int i = 0; i < 3; ++i)
    if (cross_in_plane(a, b, v[i], v[(i + 1) % 3], n))
      return true;
  return false;
}

// Direction of the height over the edge p q to the corner opposite to it, as a unit vector.
Point direction_from_edge(const Point &p, const Point &q, const Point &corner) {
  const Point along = (1 / norm(q - p)) * (q - p);
  const Point across = (corner - p) - dot(corner - p, along) * along;
  return (1 / norm(across)) * across;
}

bool has(const ContactTriangle &t, Index node) {
  return std::find(t.nodes.begin(), t.nodes.end(), node) != t.nodes.end();
}

} // namespace

bool triangles_meet(const ContactTriangle &a, const ContactTriangle &b) {
  const double tolerance =
      k_contact_tolerance * std::max(longest_edge(a.corners), longest_edge(b.corners));
  std::array<int, 3> shared{}; // corners of a that b has too
  int count = 0;
  for (int i = 0; i < 3; ++i)
    if (has(b, a.nodes[i]))
      shared[count++] = i;
  if (count == 3)
    return true;
  if (count == 2) {
    const Point &p = a.corners[shared[0]], &q = a.corners[shared[1]];
    const int other = static_cast<int>(
        std::find_if(b.nodes.begin(), b.nodes.end(), [&](Index n) { return !has(a, n); }) -
        b.nodes.begin());
    const Point u = direction_from_edge(p, q, a.corners[3 - shared[0] - shared[1]]);
    const Point w = direction_from_edge(p, q, b.corners[other]);
    return norm(u - w) < k_folded_angle;
  }
  // all edges against the other triangle; for triangles with a common node only the edges opposite
  // to it
  const auto edges_meet = [&](const ContactTriangle &of, const ContactTriangle &other) {
    for (int i = 0; i < 3; ++i) {
      if (count == 1 && !has(other, of.nodes[i]))
        continue;
      if (segment_meets(of.corners[(i + 1) % 3], of.corners[(i + 2) % 3], other.corners, tolerance))
        return true;
    }
    return false;
  };
  return edges_meet(a, b) || edges_meet(b, a);
}

} // namespace curlew
