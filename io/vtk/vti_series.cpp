#include <curlew/core/error.hpp>
#include <curlew/io/vtk/pvd_file.hpp>
#include <curlew/io/vtk/snapshot_files.hpp>
#include <curlew/io/vtk/vti_file.hpp>

#include <fmt/format.h>

namespace curlew {

namespace fs = std::filesystem;

VtiSeries::VtiSeries(fs::path results) : results_(std::move(results)) {
  require_vtk_for_images();
  std::error_code error;
  fs::create_directories(results_ / k_fields_folder, error);
  if (error)
    throw OutputError(fmt::format("cannot use the folder {}: {}",
                                  (results_ / k_fields_folder).string(), error.message()));
}

void VtiSeries::write(const std::vector<CellImage> &images) {
  for (std::size_t i = 0; i < images.size(); ++i) {
    const int part = static_cast<int>(i);
    const std::string name =
        images.size() == 1 ? image_name(solves_) : image_part_name(solves_, part);
    write_vti(results_ / name, images[i]);
    entries_.push_back({static_cast<double>(solves_), name, part});
  }
  write_pvd(results_ / "fields.pvd", entries_);
  ++solves_;
}

} // namespace curlew
