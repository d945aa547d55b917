#include <curlew/methods/shared/surfaces/image_walls.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/surfaces/far_field_images.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

constexpr double k_rounding = 1e-6; // tolerance over the mesh's size

std::int64_t count(const std::array<std::int64_t, 4> &faces, ImageWall wall) {
  return faces[static_cast<std::size_t>(wall)];
}

} // namespace

ImageWalls::ImageWalls(const Case &input, const TetMesh &mesh)
    : input_(input), planes_(far_field_images(input)), faces_(planes_.size()) {
  if (empty())
    return;
  for (const Point &point : mesh.points)
    for (int d = 0; d < 3; ++d)
      rounding_m_ = std::max(rounding_m_, k_rounding * std::abs(point[d] - mesh.points.front()[d]));
}

void ImageWalls::add(const std::array<Point, 3> &corners, ImageWall wall) {
  for (std::size_t p = 0; p < planes_.size(); ++p)
    if (std::all_of(corners.begin(), corners.end(), [&](const Point &corner) {
          return std::abs(corner[planes_[p].axis] - planes_[p].at_m) <= rounding_m_;
        }))
      ++faces_[p][static_cast<std::size_t>(wall)];
}

void ImageWalls::add_those_of(const Communicator &ranks) {
  for (auto &of_plane : faces_)
    for (std::int64_t &faces : of_plane)
      faces = ranks.sum(faces);
}

void ImageWalls::require() const {
  for (std::size_t p = 0; p < planes_.size(); ++p) {
    const bool is_magnetic = planes_[p].type == ImagePlane::Type::pmc;
    const ImageWall own = is_magnetic ? ImageWall::magnetic : ImageWall::electric,
                    other = is_magnetic ? ImageWall::electric : ImageWall::magnetic;
    if (count(faces_[p], own) > 0 || count(faces_[p], ImageWall::any) > 0)
      continue;
    const std::string place = input_.where(fmt::format("/outputs/far_field/images/{}", p));
    const std::string plane =
        fmt::format("the plane {} = {:g} m", "xyz"[planes_[p].axis], planes_[p].at_m);
    const char *type = is_magnetic ? "pmc" : "pec";
    if (count(faces_[p], other) > 0)
      throw InputError(fmt::format("{}: a \"{}\" image in {}, where the case's walls are \"{}\": "
                                   "the image is that of a wall of the mesh; make both the same",
                                   place, type, plane, is_magnetic ? "pec" : "pmc"));
    throw InputError(fmt::format("{}: no \"{}\" wall of the mesh lies in {}: an image is that of a "
                                 "wall which bounds the mesh; move the plane to that wall, or "
                                 "leave the image out",
                                 place, type, plane));
  }
}

} // namespace curlew
