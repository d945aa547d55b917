#include <curlew/methods/mom/narrow_strips.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace curlew::mom {
namespace {

using curlew::operator*; // of points; those of this namespace hide it

constexpr double k_poor = 0.02;
constexpr double k_least_aspect = 3;          // length over width
const double k_uniform = 1.5 - std::log(4.0); // of a uniform current, by mu0 / 2 pi and metre

class StripSearch {
public:
  explicit StripSearch(const Surface &surface)
      : surface_(surface), mesh_(surface.mesh), topology_(surface.topology) {
    find_rim();
    find_narrow_nodes();
  }

  std::vector<NarrowStrip> strips() const {
    std::vector<NarrowStrip> found;
    std::vector<char> is_seen(mesh_.triangles.size(), 0);
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
      if (is_seen[t] == 0 && is_narrow(t))
        if (const NarrowStrip strip = strip_from(t, is_seen); is_long(strip))
          found.push_back(strip);
    return found;
  }

private:
  bool lies_in_plane(const std::array<Index, 2> &edge) const {
    constexpr double k_rounding = 1e-6; // over the edge
    const double length_m = norm(mesh_.points[edge[1]] - mesh_.points[edge[0]]);
    return std::any_of(surface_.planes.begin(), surface_.planes.end(), [&](const ImagePlane &one) {
      return std::all_of(edge.begin(), edge.end(), [&](Index node) {
        return std::abs(mesh_.points[node][one.axis] - one.at_m) <= k_rounding * length_m;
      });
    });
  }

  // A rim has one triangle; edges in planes of symmetry have another one beyond.
  void find_rim() {
    is_on_rim_.assign(mesh_.points.size(), 0);
    is_rim_.assign(topology_.edges.size(), 0);
    for (std::size_t e = 0; e < topology_.edges.size(); ++e)
      if (topology_.edge_offset[e + 1] - topology_.edge_offset[e] == 1 &&
          !lies_in_plane(topology_.edges[e])) {
        is_rim_[e] = 1;
        for (const Index node : topology_.edges[e])
          is_on_rim_[node] = 1;
      }
  }

  // Returns the axes across magnetic planes of symmetry in which a node lies, one end of an edge.
  std::vector<int> mirrored_axes(Index node, double edge_m) const {
    constexpr double k_rounding = 1e-6; // over the edge
    std::vector<int> axes;
    for (const ImagePlane &plane : surface_.planes)
      if (plane.type == ImagePlane::Type::pmc &&
          std::abs(mesh_.points[node][plane.axis] - plane.at_m) <= k_rounding * edge_m)
        axes.push_back(plane.axis);
    return axes;
  }

  // A node inside is narrow where it has neighbours on the rim on opposite sides, of which one may
  // be the image of the other.
  void find_narrow_nodes() {
    std::vector<std::vector<Point>> to_rim(mesh_.points.size());
    const auto add = [&](Index from, Index to) {
      if (is_on_rim_[to] == 0)
        return;
      const Point way = mesh_.points[to] - mesh_.points[from];
      Point along = (1 / norm(way)) * way;
      to_rim[from].push_back(along);
      for (const int axis : mirrored_axes(from, norm(way))) {
        along[axis] *= -1;
        to_rim[from].push_back(along);
      }
    };
    for (const auto &[a, b] : topology_.edges) {
      add(a, b);
      add(b, a);
    }
    is_narrow_.assign(mesh_.points.size(), 0);
    constexpr double k_opposite = -0.7; // cosine
    for (std::size_t n = 0; n < to_rim.size(); ++n)
      for (const Point &one : to_rim[n])
        for (const Point &other : to_rim[n])
          if (is_on_rim_[n] != 0 || dot(one, other) < k_opposite)
            is_narrow_[n] = 1;
  }

  // The rim of a strip with two free ends is l + w long on each side.
  static bool is_long(const NarrowStrip &strip) {
    const double half_m = 0.5 * strip.length_m,
                 square = half_m * half_m - strip.length_m * strip.width_m;
    if (strip.length_m == 0 || square < 0)
      return false;
    const double length_m = half_m + std::sqrt(square);
    return length_m * length_m >= k_least_aspect * strip.length_m * strip.width_m;
  }

  bool is_narrow(std::size_t triangle) const {
    const auto &nodes = mesh_.triangles[triangle];
    return std::all_of(nodes.begin(), nodes.end(), [&](Index n) { return is_narrow_[n] != 0; });
  }

  // Gathers the narrow triangles that are connected with one. The rim is twice as long as the
  // strip, and as long where the strip is cut along its middle by a magnetic plane of symmetry.
  NarrowStrip strip_from(std::size_t first, std::vector<char> &is_seen) const {
    std::vector<std::size_t> front{first};
    is_seen[first] = 1;
    double area_m2 = 0, rim_m = 0, cut_m = 0;
    std::array<std::array<double, 2>, 3> box{};
    for (int d = 0; d < 3; ++d)
      box[d].fill(mesh_.points[mesh_.triangles[first][0]][d]);
    Point sum{0, 0, 0};
    while (!front.empty()) {
      const std::size_t t = front.back();
      front.pop_back();
      const auto &[a, b, c] = mesh_.triangles[t];
      const double own_m2 = triangle_area(mesh_.points[a], mesh_.points[b], mesh_.points[c]);
      area_m2 += own_m2;
      for (const Index node : mesh_.triangles[t])
        for (int d = 0; d < 3; ++d) {
          box[d][0] = std::min(box[d][0], mesh_.points[node][d]);
          box[d][1] = std::max(box[d][1], mesh_.points[node][d]);
        }
      sum = sum + (own_m2 / 3) * (mesh_.points[a] + mesh_.points[b] + mesh_.points[c]);
      for (const Index e : topology_.triangle_edges[t]) {
        const auto &[from, to] = topology_.edges[e];
        const double edge_m = norm(mesh_.points[to] - mesh_.points[from]);
        if (is_rim_[e] != 0)
          rim_m += edge_m;
        else if (topology_.edge_offset[e + 1] - topology_.edge_offset[e] == 1 &&
                 !mirrored_axes(from, edge_m).empty() && !mirrored_axes(to, edge_m).empty())
          cut_m += edge_m;
        for (Offset k = topology_.edge_offset[e]; k < topology_.edge_offset[e + 1]; ++k)
          if (const auto next = static_cast<std::size_t>(topology_.edge_triangles[k]);
              is_seen[next] == 0 && is_narrow(next)) {
            is_seen[next] = 1;
            front.push_back(next);
          }
      }
    }
    NarrowStrip strip;
    if (rim_m == 0)
      return strip;
    strip.middle = (1 / area_m2) * sum;
    strip.length_m = cut_m > 0.5 * rim_m ? rim_m : 0.5 * rim_m;
    strip.width_m = 2 * area_m2 / rim_m;
    strip.inductance_error = error_of(
        strip, std::hypot(box[0][1] - box[0][0], box[1][1] - box[1][0], box[2][1] - box[2][0]));
    return strip;
  }

  // Of a straight strip alone L is mu0 / 2 pi (ln(8 l / w) - 1) for each metre, of a loop mu0 / 2
  // pi (ln(16 l / pi w) - 2), at a height h over its image mu0 / 2 pi ln(8 h / w + w / 4 h).
  double error_of(const NarrowStrip &strip, double extent_m) const {
    constexpr double k_bent = 0.6; // extent over the length
    const double slender = strip.length_m / strip.width_m;
    double logarithm = extent_m < k_bent * strip.length_m ? std::log(16 / k_pi * slender) - 2
                                                          : std::log(8 * slender) - 1;
    double share = 1;
    for (const ImagePlane &plane : surface_.planes)
      if (plane.type == ImagePlane::Type::pec) {
        const double h = std::abs(strip.middle[plane.axis] - plane.at_m) / strip.width_m;
        if (const double of_image = std::log(8 * h + 0.25 / h); of_image < logarithm) {
          logarithm = of_image;
          share = std::min(1.0, h + 0.25); // the plane makes the current uniform
        }
      }
    return share * k_uniform / logarithm;
  }

  const Surface &surface_;
  const TriMesh &mesh_;
  const SurfaceTopology &topology_;
  std::vector<char> is_rim_;                // [edge]
  std::vector<char> is_on_rim_, is_narrow_; // [node]
};

} // namespace

std::vector<NarrowStrip> narrow_strips(const Surface &surface) {
  return StripSearch(surface).strips();
}

std::string narrow_strip_warning(const Case &input, const Surface &surface) {
  const std::vector<NarrowStrip> strips = narrow_strips(surface);
  const auto worst = std::max_element(strips.begin(), strips.end(),
                                      [](const NarrowStrip &a, const NarrowStrip &b) {
                                        return a.inductance_error < b.inductance_error;
                                      });
  if (worst == strips.end() || worst->inductance_error < k_poor)
    return {};
  const Point &p = worst->middle;
  return fmt::format(
      "{}: the strip around ({:.4g}, {:.4g}, {:.4g}) m, {:.3g} m wide, has one or two triangles "
      "across{}, whose current is uniform where the true one crowds at the edges: its inductance "
      "and the impedance of its waves are about {:.2g} % too high. Three triangles across leave "
      "two thirds of that, six a third; a strip that stands for a wire of radius a is right with "
      "one triangle and a width of 4.48 a, with many 4 a",
      input.where("/mesh"), p[0], p[1], p[2], worst->width_m,
      strips.size() > 1 ? fmt::format(" ({} such strips)", strips.size()) : "",
      100 * worst->inductance_error);
}

} // namespace curlew::mom
