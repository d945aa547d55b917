// Built in place of vtu_file.cpp when VTK is switched off.
#include <curlew/io/fields/vtk_absent.hpp>
#include <curlew/io/fields/vtu_file.hpp>

namespace curlew {

struct VtuFile::State {};

VtuFile::VtuFile(const FieldGrid &) {
  refuse_without_vtk();
}
VtuFile::~VtuFile() = default;
VtuFile::VtuFile(VtuFile &&) noexcept = default;

void VtuFile::write(const std::filesystem::path &, const std::vector<CellArray> &, double) {
  refuse_without_vtk();
}

void write_vtu(const std::filesystem::path &, const FieldGrid &, const std::vector<CellArray> &,
               double) {
  refuse_without_vtk();
}

} // namespace curlew
