#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace curlew {

// An edge of one face of a surface: the numbers of its nodes in the whole mesh, in any order, and
// their positions.
struct SurfaceEdge {
  Index a, b;
  Point a_m, b_m;
};

// Adds the edges of a face.
void add_edges(const std::array<Index, 3> &nodes, const std::array<Point, 3> &corners_m,
               std::vector<SurfaceEdge> &edges);

// Finds an open end of a surface of faces: a node of an edge that belongs to an odd number of
// faces, each of which lists it in `edges`, and that lies on no image plane (to 1e-6 of the
// surface's size). Returns nothing for a surface that is closed together with its images.
std::optional<Point> find_open_end(const std::vector<SurfaceEdge> &edges,
                                   const std::vector<ImagePlane> &images);

// The functions below check surfaces that are found at absorbing faces and layers. Each throws
// InputError, which the place in the case begins.

// Throws for a surface with an open end.
void require_enclosing(const std::vector<SurfaceEdge> &edges, const std::vector<ImagePlane> &images,
                       const std::string &location);

// Throws for faces in a medium other than vacuum, which is this one.
[[noreturn]] void refuse_faces_in(const std::string &medium, const std::string &location);

// Throws for points of a surface on both sides of an image plane: images are those of currents on
// one side.
void require_one_side(const std::vector<Point> &points_m, const std::vector<ImagePlane> &images,
                      const std::string &location);

} // namespace curlew
