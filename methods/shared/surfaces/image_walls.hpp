#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew {
class Communicator;
struct Case;

// Kind of a boundary face that lies in an image plane. `any` may stand on a wall of either kind:
// ports, elements and impedances. `open` lets fields out.
enum class ImageWall { electric, magnetic, any, open };

// Checks that the planes of outputs.far_field.images are walls of the mesh. Parts of such a plane
// may be something else, such as a strip in a plane of symmetry; at least one part must be a wall
// of the plane's kind.
class ImageWalls {
public:
  ImageWalls(const Case &input, const TetMesh &mesh);

  bool empty() const { return planes_.empty(); }
  void add(const std::array<Point, 3> &corners, ImageWall wall);
  void add_those_of(const Communicator &ranks); // collective
  // Throws InputError for a plane that no wall lies in, and for one whose walls are of the other
  // kind.
  void require() const;

private:
  const Case &input_;
  std::vector<ImagePlane> planes_;
  double rounding_m_ = 0;
  std::vector<std::array<std::int64_t, 4>> faces_; // plane -> number of faces in it, by ImageWall
};

} // namespace curlew
