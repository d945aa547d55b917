#include <curlew/methods/shared/ports/scattering_tables.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/tables/port_table.hpp>
#include <curlew/methods/shared/ports/lumped_network.hpp>
#include <curlew/methods/shared/ports/network.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

// Returns a title as the name of a file.
std::string file_stem(const std::string &title) {
  std::string stem = title.empty() ? "ports" : title;
  for (char &c : stem)
    if (static_cast<unsigned char>(c) < ' ' || std::string("/\\:*?\"<>|").find(c) < 9)
      c = '_';
  return stem;
}

// Columns of port-Z.csv: the impedance into each excited port, all others terminated by their
// reference.
std::vector<std::string> impedance_columns(const std::vector<PortMode> &modes) {
  std::vector<std::string> columns{"f (Hz)"};
  for (const auto &[port, mode] : modes)
    for (const char *part : {"Re", "Im"})
      columns.push_back(mode == 1 ? fmt::format("{} Z[{}] (ohm)", part, port)
                                  : fmt::format("{} Z[{}:{}] (ohm)", part, port, mode));
  return columns;
}

// Positions of the modes of excited ports.
std::vector<std::size_t> excited_modes(const Case &input, const std::vector<PortMode> &modes) {
  const std::vector<int> excited = excited_ports(input); // rising
  std::vector<std::size_t> positions;
  for (std::size_t m = 0; m < modes.size(); ++m)
    if (std::binary_search(excited.begin(), excited.end(), modes[m].port))
      positions.push_back(m);
  return positions;
}

} // namespace

std::vector<int> excited_ports(const Case &input) {
  std::vector<int> ports;
  for (const Boundary &boundary : input.boundaries)
    if (const PortSpec *port = port_of(boundary); port != nullptr && port->excited)
      ports.push_back(port->index);
  std::sort(ports.begin(), ports.end());
  return ports;
}

void refuse_without_wave(const Case &input, double frequency_hz) {
  throw InputError(fmt::format("{}: at {:.6g} Hz no wave came in at the ports within the run: "
                               "S has no value; take a longer \"duration\", or a waveform "
                               "with that frequency",
                               input.where("/time"), frequency_hz));
}

void write_scattering_tables(const Case &input, const ResultsDirectory &results,
                             const std::vector<PortMode> &modes,
                             const std::map<double, ScatteringMatrix> &matrices,
                             const References &references_ohm, bool touchstone, Summary &summary) {
  const bool is_travelling = input.outputs.s_parameters->is_travelling;
  summary["s_parameters"] = {{"waves", is_travelling ? "travelling" : "power"}};
  const std::vector<std::size_t> columns = excited_modes(input, modes);
  const std::size_t count = modes.size();
  std::vector<PortMode> sources;
  for (const std::size_t column : columns)
    sources.push_back(modes[column]);
  PortTable table(results.file("port-S.csv"), modes, sources);
  CsvTable impedance_table(results.file("port-Z.csv"), impedance_columns(sources));
  NetworkSweep network;
  network.is_travelling = is_travelling;
  for (const auto &[frequency_hz, s] : matrices) {
    if (s.empty()) {
      table.add_unknown(frequency_hz);
      impedance_table.row({frequency_hz}, std::vector<std::string>(2 * columns.size()));
      continue;
    }
    const std::vector<std::complex<double>> references = references_ohm(frequency_hz);
    const ScatteringMatrix written = is_travelling ? travelling_waves(s, references) : s;
    ScatteringMatrix excited_columns;
    for (std::size_t i = 0; i < count; ++i)
      for (const std::size_t column : columns)
        excited_columns.push_back(written[i * count + column]);
    table.add(frequency_hz, excited_columns);
    std::vector<double> row{frequency_hz};
    for (const std::size_t m : columns) {
      const std::complex<double> z = input_impedance(s[m * count + m], references[m]);
      row.insert(row.end(), {z.real(), z.imag()});
    }
    impedance_table.row(row);
    network.frequencies_hz.push_back(frequency_hz);
    network.s.push_back(written);
    network.impedances_ohm.push_back(references);
  }
  table.close();
  impedance_table.close();
  if (!touchstone || network.s.empty())
    return;
  const TouchstoneData data = to_touchstone(network, input.outputs.s_parameters->reference_ohm);
  write_touchstone(results.file(touchstone_name(file_stem(input.title), data)), data);
}

} // namespace curlew
