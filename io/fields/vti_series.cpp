#include <curlew/io/fields/vti_file.hpp>

namespace curlew {

namespace fs = std::filesystem;

VtiSeries::VtiSeries(const fs::path &results) : VtiSeries(ResultsDirectory::ready(results)) {}

VtiSeries::VtiSeries(const ResultsDirectory &results, bool continues)
    : series_((require_vtk_for_images(), results), "vti", continues) {}

void VtiSeries::write(const std::vector<CellImage> &images, double frequency_hz,
                      std::size_t source) {
  series_.write(frequency_hz, source, static_cast<int>(images.size()),
                [&](const fs::path &path, int part) { write_vti(path, images[part]); });
}

} // namespace curlew
