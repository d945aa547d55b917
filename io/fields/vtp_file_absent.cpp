// Built in place of vtp_file.cpp when VTK is switched off.
#include <curlew/core/error.hpp>
#include <curlew/io/fields/vtp_file.hpp>

namespace curlew {

void require_vtk_for_surfaces() {
  throw NotCompiled(
      "writing surface currents for ParaView (VTK)",
      "configure with -DCURLEW_ENABLE_VTK=ON, or leave \"currents\" out of \"outputs\"");
}

void write_vtp(const std::filesystem::path &, const TriMesh &, const std::vector<CellArray> &,
               const std::vector<CellArray> &) {
  require_vtk_for_surfaces();
}

} // namespace curlew
