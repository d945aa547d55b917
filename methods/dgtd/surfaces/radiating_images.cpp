#include <curlew/methods/dgtd/surfaces/radiating_images.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>
#include <curlew/methods/shared/surfaces/far_field_images.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::dgtd {
namespace {

constexpr double k_image_rounding = 1e-6; // relative to the mesh's size

class ImageFinder {
public:
  ImageFinder(const Case &input, const TetMesh &mesh) : input_(input), mesh_(mesh) {
    for (const Point &point : mesh.points)
      for (int d = 0; d < 3; ++d)
        size_m_ = std::max(size_m_, std::abs(point[d] - mesh.points.front()[d]));
  }

  std::vector<ImagePlane> find() {
    for (const ImagePlane &plane : far_field_images(input_))
      add(plane, input_.where("/outputs/far_field/images"));
    if (has_radiation(input_))
      for (const Boundary &boundary : input_.boundaries)
        if (const auto *symmetry = spec_of<SymmetrySpec>(boundary))
          add(plane_of(boundary, *symmetry), where(input_, boundary));
    return std::move(planes_);
  }

private:
  ImagePlane plane_of(const Boundary &boundary, const SymmetrySpec &symmetry) const {
    Point low, high;
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-low[0]);
    for (const Index group : matching_groups(mesh_, 2, boundary.group))
      for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
        if (mesh_.triangle_group[t] == group)
          for (const Index node : mesh_.triangles[t])
            for (int d = 0; d < 3; ++d) {
              low[d] = std::min(low[d], mesh_.points[node][d]);
              high[d] = std::max(high[d], mesh_.points[node][d]);
            }
    for (int d = 0; d < 3; ++d)
      if (std::abs(high[d] - low[d]) <= k_image_rounding * size_m_)
        return {d, low[d], symmetry.is_magnetic ? ImagePlane::Type::pmc : ImagePlane::Type::pec,
                symmetry.is_mirror};
    throw InputError(fmt::format("{}: the far field and plane waves take a symmetry as one plane "
                                 "across an axis, and these faces are none; give the plane a group "
                                 "of its own, or take \"pec\" or \"pmc\"",
                                 where(input_, boundary)));
  }

  void add(const ImagePlane &plane, const std::string &location) {
    for (const ImagePlane &other : planes_) {
      if (other.axis != plane.axis)
        continue;
      if (other.type == plane.type &&
          std::abs(other.at_m - plane.at_m) <= k_image_rounding * size_m_) {
        if (other.is_mirror != plane.is_mirror)
          throw InputError(
              fmt::format("{}: the plane {} = {:g} m is a mirror in one place and none "
                          "in another; give both the same \"mirror\"",
                          location, "xyz"[plane.axis], plane.at_m));
        return;
      }
      throw InputError(fmt::format(
          "{}: a second plane of images across the {} axis, at {:g} m beside one at {:g} m; one to "
          "an axis, of one kind",
          location, "xyz"[plane.axis], plane.at_m, other.at_m));
    }
    planes_.push_back(plane);
  }

  const Case &input_;
  const TetMesh &mesh_;
  double size_m_ = 0;
  std::vector<ImagePlane> planes_;
};

} // namespace

bool has_radiation(const Case &input) {
  return input.outputs.far_field || input.outputs.rcs ||
         std::any_of(input.excitations.begin(), input.excitations.end(), [](const auto &one) {
           return std::holds_alternative<PlaneWaveSource>(one.source);
         });
}

std::vector<ImagePlane> radiating_images(const Case &input, const TetMesh &mesh) {
  return ImageFinder(input, mesh).find();
}

} // namespace curlew::dgtd
