// Built in place of lagrange_file.cpp when VTK is switched off.
#include <curlew/io/fields/lagrange_file.hpp>
#include <curlew/io/fields/vtk_absent.hpp>

namespace curlew {

struct LagrangeFile::State {};

std::vector<std::array<double, 4>> lagrange_nodes(int) {
  refuse_without_vtk();
}

LagrangeFile::LagrangeFile(const LagrangeGrid &) {
  refuse_without_vtk();
}
LagrangeFile::~LagrangeFile() = default;
LagrangeFile::LagrangeFile(LagrangeFile &&) noexcept = default;

void LagrangeFile::write(const std::filesystem::path &, const std::vector<CellArray> &, double) {
  refuse_without_vtk();
}

} // namespace curlew
