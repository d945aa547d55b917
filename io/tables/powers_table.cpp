#include <curlew/io/tables/powers_table.hpp>

#include <fmt/format.h>

namespace curlew {
namespace {

std::string field(const std::optional<double> &power) {
  return power ? fmt::format("{}", *power) : std::string();
}

} // namespace

PowersTable::PowersTable(std::filesystem::path path, bool continues)
    : file_(std::move(path),
            "f (Hz),excitation,delivered (W),radiated (W),absorbed (W),scattered (W)\n",
            continues) {}

void PowersTable::add(const PowersRow &row) {
  file_.write(fmt::format("{},{},{},{},{},{}\n", row.frequency_hz, csv_field(row.excitation),
                          field(row.delivered), field(row.radiated), field(row.absorbed),
                          field(row.scattered)));
}

} // namespace curlew
