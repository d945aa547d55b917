#include <curlew/io/tables/phasor_probe_table.hpp>

#include <curlew/io/tables/csv_table.hpp>

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace curlew {
namespace {

std::string header(char quantity) {
  std::string line = "f (Hz),excitation,x (m),y (m),z (m)";
  for (const char axis : {'x', 'y', 'z'})
    for (const char *part : {"Re", "Im"})
      line += fmt::format(",{} {}_{} ({})", part, quantity, axis, quantity == 'E' ? "V/m" : "A/m");
  return line + "\n";
}

} // namespace

PhasorProbeTable::PhasorProbeTable(std::filesystem::path path, char quantity, bool continues)
    : file_(std::move(path), header(quantity), continues) {}

void PhasorProbeTable::add(const std::vector<PhasorProbeRow> &rows) {
  std::string text;
  for (const PhasorProbeRow &row : rows) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{}", row.frequency_hz,
                   csv_field(row.excitation), row.position_m[0], row.position_m[1],
                   row.position_m[2]);
    for (const std::complex<double> &component : row.field)
      for (const double part : {component.real(), component.imag()})
        text += "," + number_or_nothing(part);
    text += '\n';
  }
  file_.write(text);
}

} // namespace curlew
