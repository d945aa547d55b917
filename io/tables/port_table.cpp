#include <curlew/io/tables/port_table.hpp>

#include <curlew/core/constants.hpp>

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

namespace curlew {
namespace {

std::string index_of(const PortMode &port) {
  return port.mode == 1 ? fmt::format("[{}]", port.port)
                        : fmt::format("[{}:{}]", port.port, port.mode);
}

void require_distinct(const std::vector<PortMode> &ports) {
  std::set<std::pair<int, int>> seen;
  for (const PortMode &port : ports)
    if (port.port < 1 || port.mode < 1 || !seen.insert({port.port, port.mode}).second)
      throw std::invalid_argument("a table of ports with " + index_of(port) +
                                  ": ports and modes count from 1, each once");
  if (ports.empty())
    throw std::invalid_argument("a table of ports without a port");
}

std::vector<std::string> columns_of(const std::vector<PortMode> &observed,
                                    const std::vector<PortMode> &excited) {
  require_distinct(observed);
  require_distinct(excited);
  std::vector<std::string> columns{"f (Hz)"};
  for (const PortMode &from : excited)
    for (const PortMode &to : observed) {
      const std::string name = scattering_name(to, from);
      columns.push_back("|" + name + "| (dB)");
      columns.push_back("arg(" + name + ") (deg)");
    }
  return columns;
}

} // namespace

std::string scattering_name(const PortMode &observed, const PortMode &excited) {
  return "S" + index_of(observed) + index_of(excited);
}

PortTable::PortTable(std::filesystem::path path, std::vector<PortMode> observed,
                     std::vector<PortMode> excited)
    : observed_(observed.size()), excited_(excited.size()),
      table_(std::move(path), columns_of(observed, excited)) {}

void PortTable::add(double frequency_hz, const std::vector<std::complex<double>> &s) {
  if (s.size() != observed_ * excited_)
    throw std::invalid_argument(
        fmt::format("{} entries of S for {} x {} ports", s.size(), observed_, excited_));
  std::vector<double> row{frequency_hz};
  for (std::size_t j = 0; j < excited_; ++j)
    for (std::size_t i = 0; i < observed_; ++i) {
      const std::complex<double> value = s[i * excited_ + j];
      row.push_back(20 * std::log10(std::abs(value)));
      row.push_back(std::arg(value) * 180 / k_pi);
    }
  table_.row(row);
  table_.flush();
}

void PortTable::add_unknown(double frequency_hz) {
  table_.row({frequency_hz}, std::vector<std::string>(table_.columns().size() - 1));
  table_.flush();
}

} // namespace curlew
