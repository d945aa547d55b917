#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

namespace curlew {

// Returns the image planes of outputs.far_field; none without one.
std::vector<ImagePlane> far_field_images(const Case &input);

} // namespace curlew
