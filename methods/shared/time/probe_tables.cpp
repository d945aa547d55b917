#include <curlew/methods/shared/time/probe_tables.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/io/tables/spectrum_files.hpp>
#include <curlew/methods/shared/setup/probe_points.hpp>

namespace curlew {

ProbeTables::ProbeTables(const Case &input, const ResultsDirectory &results, double dt_s,
                         double magnetic_lag_steps, const RestartTables *restart,
                         const Continued *continued)
    : dt_s_(dt_s), magnetic_lag_steps_(magnetic_lag_steps) {
  for (const SpectrumSpec &spectrum : input.outputs.spectra)
    traces_[spectrum.probe] =
        restart != nullptr ? restart->traces.at(spectrum.probe) : ProbeTrace();
  for (const ProbeSpec &probe : input.outputs.probes) {
    const bool electric = probe.field == Field::E;
    const bool positions = !probe.is_point();
    std::size_t &count = electric ? electric_points_ : magnetic_points_;
    auto points = probe_points(probe);
    const std::size_t first = count;
    count += points.size();
    const auto trace = traces_.find(probe.name);
    probes_.push_back({electric, std::move(points), first, positions,
                       trace == traces_.end() ? nullptr : &trace->second});
    tables_.emplace_back(results, probe_file_name(probe.name),
                         probe_columns(electric ? 'E' : 'H', positions), continued);
  }
}

void ProbeTables::write(std::int64_t first_step, const ProbeRows &values) {
  for (std::size_t i = 0; i < probes_.size(); ++i) {
    write(probes_[i], tables_[i], first_step, values);
    tables_[i].flush();
  }
}

void ProbeTables::write(const One &probe, StepTable &table, std::int64_t first_step,
                        const ProbeRows &values) {
  const bool electric = probe.is_electric;
  const std::vector<double> &fields = electric ? values.electric : values.magnetic;
  const std::size_t points = electric ? electric_points_ : magnetic_points_;
  const double offset = electric ? 1.0 : 1.0 - magnetic_lag_steps_;
  for (int row = 0; row < values.rows; ++row)
    for (std::size_t p = 0; p < probe.points.size(); ++p) {
      const double *field = &fields[(row * points + probe.first + p) * 3];
      double line[7] = {(static_cast<double>(first_step + row) + offset) * dt_s_};
      int columns = 1;
      for (int d = 0; probe.positions && d < 3; ++d)
        line[columns++] = probe.points[p][d];
      for (int d = 0; d < 3; ++d)
        line[columns++] = field[d];
      table.row(line, columns);
      if (probe.trace != nullptr) {
        probe.trace->times_s.push_back(line[0]);
        probe.trace->samples.push_back({field[0], field[1], field[2]});
      }
    }
}

} // namespace curlew
