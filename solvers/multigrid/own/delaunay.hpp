#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <vector>

namespace curlew {

// True where Qhull is compiled in. The functions below throw NotCompiled where it is not, and
// NoCoarseMesh with the library's message where it fails.
bool has_delaunay();
// Advice for a build without Qhull.
constexpr const char *k_delaunay_option =
    "install Qhull (Debian, Ubuntu: libqhull-dev; Spack: qhull) and configure with "
    "-DCURLEW_ENABLE_QHULL=ON";

// Returns the tets of the Delaunay triangulation, @cite barber1996, of points in general position:
// the nodes of each ascending, the tets too. Five points on a sphere with none inside are an error:
// the caller moves its points a little. The result is the same in every run. Coordinates should be
// of the size of 1.
std::vector<std::array<Index, 4>> delaunay_tets(const std::vector<Point> &points);

// Returns the volume of the convex hull, computed from the points alone.
double hull_volume(const std::vector<Point> &points);

} // namespace curlew
