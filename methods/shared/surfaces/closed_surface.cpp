#include <curlew/methods/shared/surfaces/closed_surface.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace curlew {

void add_edges(const std::array<Index, 3> &nodes, const std::array<Point, 3> &corners_m,
               std::vector<SurfaceEdge> &edges) {
  for (const auto &[a, b] : {std::pair{0, 1}, {0, 2}, {1, 2}})
    edges.push_back({nodes[a], nodes[b], corners_m[a], corners_m[b]});
}

std::optional<Point> find_open_end(const std::vector<SurfaceEdge> &edges,
                                   const std::vector<ImagePlane> &images) {
  std::map<std::pair<Index, Index>, std::pair<int, const SurfaceEdge *>> faces_of;
  double size_m = 0;
  for (const SurfaceEdge &edge : edges) {
    auto &[count, kept] = faces_of[std::minmax(edge.a, edge.b)];
    ++count;
    kept = &edge;
    size_m = std::max(size_m, norm(edge.a_m - edges.front().a_m));
  }
  const auto lies_on_image = [&](const SurfaceEdge &edge) {
    constexpr double k_rounding = 1e-6; // tolerance over the surface's size
    return std::any_of(images.begin(), images.end(), [&](const ImagePlane &plane) {
      return std::max(std::abs(edge.a_m[plane.axis] - plane.at_m),
                      std::abs(edge.b_m[plane.axis] - plane.at_m)) <= k_rounding * size_m;
    });
  };
  for (const auto &[nodes, entry] : faces_of)
    if (entry.first % 2 != 0 && !lies_on_image(*entry.second))
      return entry.second->a_m;
  return {};
}

void require_enclosing(const std::vector<SurfaceEdge> &edges, const std::vector<ImagePlane> &images,
                       const std::string &location) {
  if (const auto end = find_open_end(edges, images))
    throw InputError(fmt::format(
        "{}: the absorbing faces and layers do not enclose the rest: they end at ({:.6g}, {:.6g}, "
        "{:.6g}) m; give the whole hull type \"abc\" or \"pml\", or make the plane there a "
        "\"symmetry\", or give it in outputs.far_field.images",
        location, (*end)[0], (*end)[1], (*end)[2]));
}

void refuse_faces_in(const std::string &medium, const std::string &location) {
  throw InputError(fmt::format("{}: the far field is that of currents in vacuum, and the faces "
                               "that it is taken from lie in \"{}\"",
                               location, medium));
}

void require_one_side(const std::vector<Point> &points_m, const std::vector<ImagePlane> &images,
                      const std::string &location) {
  for (const ImagePlane &plane : images) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Point &point : points_m) {
      low = std::min(low, point[plane.axis]);
      high = std::max(high, point[plane.axis]);
    }
    const double slack = 1e-9 * (high - low);
    if (low < plane.at_m - slack && high > plane.at_m + slack)
      throw InputError(fmt::format(
          "{}: what radiates lies on both sides of the image plane at {} = {:g} m, from {:g} to "
          "{:g} m; move the plane, or mesh one side only",
          location, "xyz"[plane.axis], plane.at_m, low, high));
  }
}

} // namespace curlew
