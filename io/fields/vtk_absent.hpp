#pragma once

#include <curlew/core/error.hpp>

namespace curlew {

// Refuses to write fields in a build without VTK.
[[noreturn]] inline void refuse_without_vtk() {
  throw NotCompiled(
      "writing fields for ParaView (VTK)",
      "configure with -DCURLEW_ENABLE_VTK=ON, or leave \"fields\" out of \"outputs\"");
}

} // namespace curlew
