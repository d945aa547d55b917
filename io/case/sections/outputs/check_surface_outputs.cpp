#include <curlew/io/case/sections/outputs/check_surface_outputs.hpp>

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/sections/outputs/outputs_parts.hpp>

namespace curlew {

void check_surface_outputs(CheckContext &context) {
  if (context.find_partial("/outputs/far_field") != nullptr) {
    check_directions(context, "/outputs/far_field");
    check_images(context);
  }
  check_time_outputs(context); // the probes
}

} // namespace curlew
