#include <curlew/methods/shared/time/field_outputs.hpp>

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/tables/csv_table.hpp>
#include <curlew/methods/shared/time/output_tables.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <utility>

namespace curlew {

void EnergyOutput::open(const RecordedRun &run, const ContinuedOutputs &continued) {
  run_ = &run;
  if (!run.ranks.is_root())
    return;
  std::vector<std::string> columns = energy_columns();
  columns.insert(columns.end(), figures_.columns.begin(), figures_.columns.end());
  tables_.emplace(run.results, k_energy_file, columns, or_null(continued.states));
}

bool EnergyOutput::observes(std::int64_t step) const {
  return is_due(step, run_->plan.energy_every);
}

void EnergyOutput::observe(std::int64_t step, Observation &seen) {
  const Energy &energy = seen.energy();
  std::vector<double> row{run_->time_s(step), energy.electric, energy.magnetic, energy.total()};
  if (figures_.row)
    for (const double figure : figures_.row(seen.fields()))
      row.push_back(figure);
  if (tables_)
    tables_->row(row);
}

void SnapshotOutput::open(const RecordedRun &run, const ContinuedOutputs &continued) {
  run_ = &run;
  for (const Field field : run.input.outputs.fields->quantities)
    (field == Field::E ? write_electric_ : write_magnetic_) = true;
  std::optional<double> keep_until_s;
  if (continued.states)
    keep_until_s = continued.states->until_s;
  series_.emplace(run.results, cells_.grid, keep_until_s, run.ranks);
}

bool SnapshotOutput::observes(std::int64_t step) const {
  return is_due(step, run_->plan.snapshot_every);
}

void SnapshotOutput::observe(std::int64_t step, Observation &seen) {
  const CellFields &fields = seen.fields();
  std::vector<CellArray> arrays;
  if (write_electric_)
    arrays.push_back({"E", 3, cells_.selected(fields.electric), "V/m"});
  if (write_magnetic_)
    arrays.push_back({"H", 3, cells_.selected(fields.magnetic), "A/m"});
  if (more_arrays_)
    for (CellArray &array : more_arrays_(fields)) {
      array.values = cells_.selected(std::move(array.values), array.components);
      arrays.push_back(std::move(array));
    }
  series_->write(step, run_->time_s(step), arrays);
}

TimeRun with_field_outputs(std::unique_ptr<TimeScheme> scheme, const TimePlan &plan,
                           SummaryOutput::Fill fill,
                           const std::function<std::unique_ptr<Recorder>()> &make_snapshots,
                           EnergyFigures figures) {
  TimeRun run{std::move(scheme)};
  run.add_first(std::make_unique<SummaryOutput>(std::move(fill)));
  if (plan.snapshot_every > 0)
    run.add_first(make_snapshots());
  if (plan.energy_every > 0)
    run.add_first(std::make_unique<EnergyOutput>(std::move(figures)));
  return run;
}

} // namespace curlew
