#include <curlew/methods/shared/time/output_tables.hpp>

#include <curlew/io/tables/csv_table.hpp>
#include <curlew/io/tables/flux_table.hpp>
#include <curlew/io/tables/spectrum_files.hpp>
#include <curlew/methods/shared/ports/port_tables.hpp>

#include <nlohmann/json.hpp>

namespace curlew {

std::vector<OutputTable> output_tables(const Case &input, const std::vector<std::string> &figures) {
  const OutputSpec &outputs = input.outputs;
  const nlohmann::ordered_json json = to_json(outputs);
  std::vector<OutputTable> tables;
  for (std::size_t i = 0; i < outputs.probes.size(); ++i) {
    const ProbeSpec &probe = outputs.probes[i];
    tables.push_back({probe_file_name(probe.name),
                      probe_columns(probe.field == Field::E ? 'E' : 'H', !probe.is_point()), true,
                      "/outputs/probes/" + std::to_string(i), json["probes"][i].dump()});
  }
  if (outputs.energy || outputs.nonlinear) {
    std::vector<std::string> columns = energy_columns();
    columns.insert(columns.end(), figures.begin(), figures.end());
    const std::string key = outputs.nonlinear ? "nonlinear" : "energy";
    tables.push_back({k_energy_file, columns, false, "/outputs/" + key, json[key].dump()});
  }
  for (std::size_t i = 0; i < outputs.fluxes.size(); ++i)
    tables.push_back({flux_time_file_name(outputs.fluxes[i].name), flux_time_columns(), false,
                      "/outputs/flux/" + std::to_string(i), json["flux"][i].dump()});
  for (const Boundary &boundary : input.boundaries)
    if (const PortSpec *port = port_of(boundary); port != nullptr && outputs.ports)
      tables.push_back({port_file_name(port->index), port_columns(), true, {}, {}});
  return tables;
}

} // namespace curlew
