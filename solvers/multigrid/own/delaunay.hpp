#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <vector>

namespace curlew {

// Whether Qhull is compiled in. What follows throws NotCompiled where it is not, and NoCoarseMesh
// with the library's own words where it fails.
bool has_delaunay();
// What is missing where it is not, and what to do.
constexpr const char *k_delaunay_option =
    "install Qhull (Debian, Ubuntu: libqhull-dev; Spack: qhull) and configure with "
    "-DCURLEW_ENABLE_QHULL=ON";

// The tets of the Delaunay triangulation, @cite barber1996, of points in general position: the
// nodes of each ascending, the tets too. Five points on a sphere with none inside are an error
// here: the caller moves its points a little. The same in every run. Coordinates of the size of 1.
std::vector<std::array<Index, 4>> delaunay_tets(const std::vector<Point> &points);

// The volume of the convex hull, made from the points alone.
double hull_volume(const std::vector<Point> &points);

} // namespace curlew
