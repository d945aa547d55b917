#include <curlew/io/tables/flux_table.hpp>

#include <fmt/format.h>

namespace curlew {

std::vector<std::string> flux_time_columns() {
  return {"t (s)", "P (W)"};
}

FluxTable::FluxTable(std::filesystem::path path, bool continues)
    : file_(std::move(path), "f (Hz),excitation,P (W)\n", continues) {}

void FluxTable::add(double frequency_hz, const std::string &excitation, double power_w) {
  file_.write(fmt::format("{},{},{}\n", frequency_hz, csv_field(excitation), power_w));
}

} // namespace curlew
