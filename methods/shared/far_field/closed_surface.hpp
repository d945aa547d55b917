#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <optional>
#include <vector>

namespace curlew {

// An edge of one face of a surface: the numbers of its nodes in the whole mesh, in any order, and
// their positions.
struct SurfaceEdge {
  Index a, b;
  Point a_m, b_m;
};

// Finds an open end of a surface of faces: a node of an edge that belongs to an odd number of
// faces, each of which lists it in `edges`, and that lies on no image plane (to 1e-6 of the
// surface's size). Returns nothing for a surface that is closed together with its images.
std::optional<Point> find_open_end(const std::vector<SurfaceEdge> &edges,
                                   const std::vector<ImagePlane> &images);

} // namespace curlew
