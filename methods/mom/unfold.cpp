#include <curlew/methods/mom/unfold.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::mom {
namespace {

using curlew::operator*; // of points; those of this namespace hide it

std::string plane_text(const ImagePlane &plane) {
  return fmt::format("the plane of symmetry {} = {:.6g} m", "xyz"[plane.axis], plane.at_m);
}

std::string triangle_text(const TriMesh &mesh, const std::array<Index, 3> &v) {
  const Point c = (1.0 / 3) * (mesh.points[v[0]] + mesh.points[v[1]] + mesh.points[v[2]]);
  return fmt::format("the triangle around ({:.6g}, {:.6g}, {:.6g}) m", c[0], c[1], c[2]);
}

double extent_of(const TriMesh &mesh) {
  double extent = 0;
  for (int d = 0; d < 3; ++d) {
    const auto [low, high] =
        std::minmax_element(mesh.points.begin(), mesh.points.end(),
                            [d](const Point &a, const Point &b) { return a[d] < b[d]; });
    extent = std::max(extent, (*high)[d] - (*low)[d]);
  }
  return extent;
}

void check_sides(const TriMesh &mesh, const ImagePlane &plane) {
  int side = 0; // side of the first triangle
  for (const auto &v : mesh.triangles) {
    int above = 0, below = 0;
    for (const Index n : v) {
      above += mesh.points[n][plane.axis] > plane.at_m;
      below += mesh.points[n][plane.axis] < plane.at_m;
    }
    if (above > 0 && below > 0)
      throw InputError(fmt::format("{} crosses {}: the mesh may only reach up to it; cut the "
                                   "surface there, and leave the part behind it out",
                                   triangle_text(mesh, v), plane_text(plane)));
    if (above + below == 0)
      throw InputError(fmt::format("{} lies in {}, where its image takes its place: leave it out",
                                   triangle_text(mesh, v), plane_text(plane)));
    if (side == 0)
      side = above > 0 ? 1 : -1;
    if ((above > 0 ? 1 : -1) != side)
      throw InputError(fmt::format("there are triangles on both sides of {}, such as {}: the part "
                                   "behind it is made of images, leave it out",
                                   plane_text(plane), triangle_text(mesh, v)));
  }
}

bool is_odd(int image) {
  bool odd = false;
  for (; image != 0; image >>= 1)
    odd = odd != ((image & 1) != 0);
  return odd;
}

} // namespace

void snap_to_planes(TriMesh &mesh, const std::vector<ImagePlane> &planes) {
  const double slack = std::ldexp(extent_of(mesh), -20);
  for (const ImagePlane &plane : planes) {
    for (Point &p : mesh.points)
      if (std::abs(p[plane.axis] - plane.at_m) <= slack)
        p[plane.axis] = plane.at_m;
    check_sides(mesh, plane);
  }
}

int image_corner(int image, int corner) {
  return corner > 0 && is_odd(image) ? 3 - corner : corner;
}

TriMesh unfold(const TriMesh &mesh, const std::vector<ImagePlane> &planes) {
  TriMesh all = mesh;
  const std::size_t nodes = mesh.points.size();
  // [image][node]: number of a node's image. The image of a node that lies in some of the planes is
  // that by the other planes.
  std::vector<std::vector<Index>> number(std::size_t(1) << planes.size(),
                                         std::vector<Index>(nodes));
  for (std::size_t image = 0; image < number.size(); ++image)
    for (std::size_t n = 0; n < nodes; ++n) {
      std::size_t moved = image;
      Point p = mesh.points[n];
      for (std::size_t i = 0; i < planes.size(); ++i) {
        const double at = p[planes[i].axis];
        if ((image >> i & 1) == 0)
          continue;
        if (at == planes[i].at_m)
          moved &= ~(std::size_t(1) << i);
        p[planes[i].axis] = 2 * planes[i].at_m - at;
      }
      if (moved == image && image != 0) {
        number[image][n] = static_cast<Index>(all.points.size());
        all.points.push_back(p);
      } else {
        number[image][n] = image == 0 ? static_cast<Index>(n) : number[moved][n];
      }
    }
  for (std::size_t image = 1; image < number.size(); ++image)
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      std::array<Index, 3> v;
      for (int i = 0; i < 3; ++i)
        v[image_corner(static_cast<int>(image), i)] = number[image][mesh.triangles[t][i]];
      all.triangles.push_back(v);
      all.triangle_group.push_back(mesh.triangle_group[t]);
    }
  return all;
}

} // namespace curlew::mom
