#include <curlew/methods/shared/time/flux_tables.hpp>

#include <curlew/io/tables/flux_table.hpp>

namespace curlew {

FluxTables::FluxTables(const Case &input, const ResultsDirectory &results, double dt_s,
                       const RestartTables *restart, double time_s)
    : dt_s_(dt_s) {
  for (const FluxSpec &flux : input.outputs.fluxes) {
    const std::string file = flux_time_file_name(flux.name);
    const bool continued = restart != nullptr && restart->rows.count(file) > 0;
    if (continued) // the power of the checkpoint's own time comes after it
      truncate_csv_after(results.file(file), time_s - 0.25 * dt_s);
    fluxes_.push_back({file, continued ? restart->rows.at(file) : 0,
                       CsvTable(results.file(file), flux_time_columns(),
                                continued ? CsvTable::Mode::append : CsvTable::Mode::create)});
  }
}

void FluxTables::write(std::int64_t first_step, const ProbeRows &values) {
  const std::size_t count = fluxes_.size();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t at = i; at < values.fluxes.size(); at += count) {
      const auto row = static_cast<std::int64_t>(at / count);
      fluxes_[i].table.row({static_cast<double>(first_step + row) * dt_s_, values.fluxes[at]});
      ++fluxes_[i].rows;
    }
    fluxes_[i].table.flush();
  }
}

void FluxTables::sync() {
  for (One &flux : fluxes_)
    flux.table.sync();
}

void FluxTables::close() {
  for (One &flux : fluxes_)
    flux.table.close();
}

void FluxTables::list_rows(TableRows &rows) const {
  for (const One &flux : fluxes_)
    rows[flux.file] = flux.rows;
}

} // namespace curlew
