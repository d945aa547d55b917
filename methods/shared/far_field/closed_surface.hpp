#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <optional>
#include <vector>

namespace curlew {

// An edge of one face of a surface: its nodes' numbers in the whole mesh, in any order, and where
// they are.
struct SurfaceEdge {
  Index a, b;
  Point a_m, b_m;
};

// Where a surface of faces ends: a node of an edge that an odd number of them have, once for each
// face in `edges`, and that lies on no image plane (to 1e-6 of the surface's size). Nothing of a
// surface that is closed together with its images.
std::optional<Point> find_open_end(const std::vector<SurfaceEdge> &edges,
                                   const std::vector<ImagePlane> &images);

} // namespace curlew
