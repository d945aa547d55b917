// Built in place of vtu_file.cpp when VTK is switched off.
#include <curlew/core/error.hpp>
#include <curlew/io/fields/vtu_file.hpp>

namespace curlew {
namespace {

[[noreturn]] void not_compiled() {
  throw NotCompiled(
      "writing fields for ParaView (VTK)",
      "configure with -DCURLEW_ENABLE_VTK=ON, or leave \"fields\" out of \"outputs\"");
}

} // namespace

struct VtuFile::State {};

VtuFile::VtuFile(const FieldGrid &) {
  not_compiled();
}
VtuFile::~VtuFile() = default;
VtuFile::VtuFile(VtuFile &&) noexcept = default;

void VtuFile::write(const std::filesystem::path &, const std::vector<CellArray> &, double) {
  not_compiled();
}

void write_vtu(const std::filesystem::path &, const FieldGrid &, const std::vector<CellArray> &,
               double) {
  not_compiled();
}

} // namespace curlew
