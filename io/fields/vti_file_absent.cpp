// Built in place of vti_file.cpp when VTK is switched off.
#include <curlew/core/error.hpp>
#include <curlew/io/fields/vti_file.hpp>

namespace curlew {

void require_vtk_for_images() {
  throw NotCompiled(
      "writing fields for ParaView (VTK)",
      "configure with -DCURLEW_ENABLE_VTK=ON, or leave \"fields\" out of \"outputs\"");
}

void write_vti(const std::filesystem::path &, const CellImage &) {
  require_vtk_for_images();
}

} // namespace curlew
