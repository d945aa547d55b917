// Built in place of lagrange_file.cpp when VTK is switched off.
#include <curlew/core/error.hpp>
#include <curlew/io/fields/lagrange_file.hpp>

namespace curlew {
namespace {

[[noreturn]] void lagrange_not_compiled() {
  throw NotCompiled(
      "writing fields for ParaView (VTK)",
      "configure with -DCURLEW_ENABLE_VTK=ON, or leave \"fields\" out of \"outputs\"");
}

} // namespace

struct LagrangeFile::State {};

std::vector<std::array<double, 4>> lagrange_nodes(int) {
  lagrange_not_compiled();
}

LagrangeFile::LagrangeFile(const LagrangeGrid &) {
  lagrange_not_compiled();
}
LagrangeFile::~LagrangeFile() = default;
LagrangeFile::LagrangeFile(LagrangeFile &&) noexcept = default;

void LagrangeFile::write(const std::filesystem::path &, const std::vector<CellArray> &, double) {
  lagrange_not_compiled();
}

} // namespace curlew
