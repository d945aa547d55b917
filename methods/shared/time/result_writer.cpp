#include <curlew/methods/shared/time/result_writer.hpp>

#include <curlew/core/interrupt.hpp>
#include <curlew/core/mpi/run_collectively.hpp>
#include <curlew/methods/shared/time/checkpoint_state.hpp>

namespace curlew {
namespace {

constexpr const char *k_energy_file = "energy.csv";

double time_of(const RestartPoint &restart) {
  return static_cast<double>(restart.position.step) * restart.dt_s;
}

} // namespace

ResultWriter::ResultWriter(const Case &input, const TimePlan &plan, TimeMethod &method,
                           std::size_t run, const ResultsDirectory &results,
                           const std::string &physics, double magnetic_lag_steps,
                           const RestartPoint *restart, bool quiet)
    : input_(input), plan_(plan), method_(method), results_(results),
      is_root_(method.ranks().is_root()), physics_(physics),
      checkpoints_(results, input.outputs.checkpoint ? input.outputs.checkpoint->keep : 2),
      progress_(method.name(), plan.steps, quiet || !is_root_) {
  if (is_root_)
    open_tables(run, magnetic_lag_steps, restart);
  if (plan.snapshot_every > 0)
    open_fields(restart);
  progress_.start_at(restart != nullptr ? restart->position.step : 0);
}

void ResultWriter::open_tables(std::size_t run, double magnetic_lag_steps,
                               const RestartPoint *restart) {
  const double dt_s = plan_.dt_s;
  std::optional<Continued> samples, states;
  if (restart != nullptr) {
    samples.emplace(Continued{restart->tables.rows, time_of(*restart) + 0.25 * dt_s});
    // Energies, fluxes and snapshots of the checkpoint's own time follow it and are written again.
    states.emplace(Continued{restart->tables.rows, time_of(*restart) - 0.25 * dt_s});
  }
  const Continued *of_samples = samples ? &*samples : nullptr;
  const Continued *of_states = states ? &*states : nullptr;
  probes_.emplace(input_, results_, dt_s, magnetic_lag_steps,
                  restart != nullptr ? &restart->tables : nullptr, of_samples);
  fluxes_.emplace(input_, results_, dt_s, of_states);
  const PortNetworks *networks = input_.outputs.ports ? method_.networks() : nullptr;
  ports_.emplace(networks != nullptr ? networks->files(run) : std::vector<std::string>(), results_,
                 dt_s, of_samples);
  if (plan_.energy_every == 0)
    return;
  std::vector<std::string> columns = energy_columns();
  if (input_.outputs.nonlinear)
    for (const std::string &column : method_.figure_columns())
      columns.push_back(column);
  energy_.emplace(results_, k_energy_file, columns, of_states);
}

void ResultWriter::open_fields(const RestartPoint *restart) {
  for (const Field field : input_.outputs.fields->quantities)
    (field == Field::E ? write_electric_ : write_magnetic_) = true;
  cells_ = method_.snapshot_cells();
  std::optional<double> keep_until_s;
  if (restart != nullptr)
    keep_until_s = time_of(*restart) - 0.25 * plan_.dt_s;
  fields_.emplace(results_, cells_.grid, keep_until_s, method_.ranks());
}

void ResultWriter::probes(std::int64_t first_step, const ProbeRows &values) {
  if (!is_root_)
    return;
  probes_->write(first_step, values);
  fluxes_->write(first_step, values);
  ports_->write(first_step, values.ports);
}

void ResultWriter::energy(std::int64_t step, const Energy &energy) {
  std::vector<double> row{static_cast<double>(step) * plan_.dt_s, energy.electric, energy.magnetic,
                          energy.total()};
  if (input_.outputs.nonlinear)
    for (const double figure : method_.figures())
      row.push_back(figure);
  if (!energy_)
    return;
  energy_->row(row);
}

void ResultWriter::snapshot(std::int64_t step, const CellFields &fields) {
  std::vector<CellArray> arrays;
  if (write_electric_)
    arrays.push_back({"E", 3, cells_.selected(fields.electric), "V/m"});
  if (write_magnetic_)
    arrays.push_back({"H", 3, cells_.selected(fields.magnetic), "A/m"});
  for (CellArray &array : method_.snapshot_arrays(fields)) {
    array.values = cells_.selected(std::move(array.values), array.components);
    arrays.push_back(std::move(array));
  }
  fields_->write(step, static_cast<double>(step) * plan_.dt_s, arrays);
}

void ResultWriter::checkpoint(const RunPosition &position, const FieldState &state) {
  if (probes_)
    probes_->sync();
  if (fluxes_)
    fluxes_->sync();
  if (ports_)
    ports_->sync();
  if (energy_)
    energy_->sync();
  FieldState whole = method_.gather(state);
  // The other ranks wait until the root has written: the run may be about to end.
  run_collectively(method_.ranks(), [&] {
    if (is_root_)
      write_checkpoint(position, std::move(whole));
  });
}

void ResultWriter::write_checkpoint(const RunPosition &position, FieldState whole) {
  CheckpointState state{position, plan_.dt_s, std::move(whole), {}};
  probes_->list_rows(state.rows);
  fluxes_->list_rows(state.rows);
  ports_->list_rows(state.rows);
  if (energy_)
    energy_->list_rows(state.rows);
  checkpoints_.write(to_checkpoint(input_, physics_, std::move(state)));
}

bool ResultWriter::stop_requested() {
  return interrupt_requested();
}

void ResultWriter::close() {
  progress_.finish();
  if (probes_)
    probes_->close();
  if (fluxes_)
    fluxes_->close();
  if (ports_)
    ports_->close();
  if (energy_)
    energy_->close();
}

} // namespace curlew
