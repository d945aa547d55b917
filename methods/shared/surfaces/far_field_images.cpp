#include <curlew/methods/shared/surfaces/far_field_images.hpp>

namespace curlew {

std::vector<ImagePlane> far_field_images(const Case &input) {
  std::vector<ImagePlane> planes;
  if (input.outputs.far_field)
    for (const ImageSpec &image : input.outputs.far_field->images)
      planes.push_back({image.axis, image.at_m,
                        image.is_magnetic ? ImagePlane::Type::pmc : ImagePlane::Type::pec,
                        image.is_mirror});
  return planes;
}

} // namespace curlew
