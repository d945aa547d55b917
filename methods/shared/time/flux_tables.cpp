#include <curlew/methods/shared/time/flux_tables.hpp>

#include <curlew/io/tables/flux_table.hpp>

namespace curlew {

FluxTables::FluxTables(const Case &input, const ResultsDirectory &results, double dt_s,
                       const Continued *continued)
    : dt_s_(dt_s) {
  for (const FluxSpec &flux : input.outputs.fluxes)
    tables_.emplace_back(results, flux_time_file_name(flux.name), flux_time_columns(), continued);
}

void FluxTables::write(std::int64_t first_step, const ProbeRows &values) {
  const std::size_t count = tables_.size();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t at = i; at < values.fluxes.size(); at += count) {
      const auto row = static_cast<std::int64_t>(at / count);
      tables_[i].row({static_cast<double>(first_step + row) * dt_s_, values.fluxes[at]});
    }
    tables_[i].flush();
  }
}

} // namespace curlew
