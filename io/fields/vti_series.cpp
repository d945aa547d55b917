#include <curlew/core/error.hpp>
#include <curlew/io/fields/pvd_file.hpp>
#include <curlew/io/fields/snapshot_files.hpp>
#include <curlew/io/fields/vti_file.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {

namespace fs = std::filesystem;

constexpr const char *k_list_name = "fields.pvd";

VtiSeries::VtiSeries(const fs::path &results) : VtiSeries(ResultsDirectory::ready(results)) {}

VtiSeries::VtiSeries(const ResultsDirectory &results, bool continues) : results_(results) {
  require_vtk_for_images();
  results_.list({k_list_name});
  std::error_code error;
  fs::create_directories(results_.path() / k_fields_folder, error);
  if (error)
    throw OutputError(fmt::format("cannot use the folder {}: {}",
                                  (results_.path() / k_fields_folder).string(), error.message()));
  if (!continues || !fs::exists(results_.path() / k_list_name))
    return;
  entries_ = read_pvd(results_.path() / k_list_name);
  solves_ = static_cast<int>(std::count_if(entries_.begin(), entries_.end(),
                                           [](const PvdEntry &entry) { return entry.part == 0; }));
}

void VtiSeries::write(const std::vector<CellImage> &images, double frequency_hz,
                      std::size_t source) {
  constexpr double k_apart = 1e-9; // sources of one frequency, in the list
  for (std::size_t i = 0; i < images.size(); ++i) {
    const int part = static_cast<int>(i);
    const std::string name = images.size() == 1 ? image_name(solves_, frequency_hz)
                                                : image_part_name(solves_, frequency_hz, part);
    write_vti(results_.file(name), images[i]);
    entries_.push_back({frequency_hz * (1 + k_apart * static_cast<double>(source)), name, part});
  }
  write_pvd(results_.path() / k_list_name, entries_);
  ++solves_;
}

} // namespace curlew
