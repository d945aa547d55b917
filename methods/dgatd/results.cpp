#include <curlew/methods/dgatd/results.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/interrupt.hpp>
#include <curlew/core/ranks/all_or_none.hpp>
#include <curlew/methods/dgatd/plan.hpp>

#include <algorithm>

namespace curlew::dgatd {
namespace {

constexpr const char *k_state_prefix = "unknowns/";

} // namespace

ResultWriter::ResultWriter(const Case &input, const Problem &problem, const Plan &plan,
                           const ResultsDirectory &results, const std::string &fingerprint,
                           const std::optional<double> &restart_time_s, bool quiet)
    : problem_(problem), plan_(plan), results_(results), fingerprint_(fingerprint),
      checkpoints_(results.path() / "checkpoint",
                   input.outputs.checkpoint ? input.outputs.checkpoint->keep : 2),
      progress_("dgatd", plan.steps, quiet || !problem.ownership.ranks.is_root()) {
  if (problem.ownership.ranks.is_root())
    open_tables(input, restart_time_s);
  if (plan.snapshot_every > 0)
    open_fields(input, problem, restart_time_s);
}

void ResultWriter::open_tables(const Case &input, const std::optional<double> &restart_time_s) {
  open_probes(input, restart_time_s);
  if (plan_.energy_every > 0) {
    // Energies and snapshots of the checkpoint's own time come after it and are written again.
    if (restart_time_s)
      truncate_csv_after(results_.file("energy.csv"), *restart_time_s - 0.25 * plan_.dt_s);
    energy_.emplace(results_.file("energy.csv"), energy_columns(),
                    restart_time_s ? CsvTable::Mode::append : CsvTable::Mode::create);
  }
}

void ResultWriter::open_probes(const Case &input, const std::optional<double> &restart_time_s) {
  for (const ProbeSpec &probe : input.outputs.probes) {
    const bool electric = probe.field == Field::E;
    const auto path = results_.file("probe_" + probe.name + ".csv");
    if (restart_time_s)
      truncate_csv_after(path, *restart_time_s + 0.25 * plan_.dt_s);
    const bool positions = probe.kind != ProbeSpec::Kind::point;
    std::size_t &count = electric ? electric_points_ : magnetic_points_;
    auto points = probe_points(probe);
    const std::size_t first = count;
    count += points.size();
    probes_.push_back({probe.field, std::move(points), first, positions,
                       CsvTable(path, probe_columns(electric ? 'E' : 'H', positions),
                                restart_time_s ? CsvTable::Mode::append : CsvTable::Mode::create)});
  }
}

void ResultWriter::open_fields(const Case &input, const Problem &problem,
                               const std::optional<double> &restart_time_s) {
  const FieldsSpec &spec = *input.outputs.fields;
  for (const Field field : spec.quantities)
    (field == Field::E ? write_electric_ : write_magnetic_) = true;
  FieldGrid grid;
  grid.points = &problem.mesh.points;
  grid.tets = &problem.mesh.tets;
  if (plan_.snapshot_group >= 0 || !problem.ownership.is_alone()) {
    std::vector<Index> tets;
    for (Index t = 0; t < problem.ownership.owned_tets; ++t)
      if (plan_.snapshot_group < 0 || problem.mesh.tet_group[t] == plan_.snapshot_group)
        tets.push_back(t);
    region_ = extract_tets(problem.mesh, tets);
    whole_mesh_ = false;
    grid.points = &region_.points;
    grid.tets = &region_.tets;
  }
  if (whole_mesh_)
    grid.material.assign(problem.material.begin(), problem.material.end());
  else
    for (const Index tet : region_.tet_of)
      grid.material.push_back(problem.material[tet]);
  for (const Material &material : problem.materials)
    grid.material_names.push_back(material.name);
  std::optional<double> keep_until_s;
  if (restart_time_s)
    keep_until_s = *restart_time_s - 0.25 * plan_.dt_s;
  fields_.emplace(results_.path(), std::move(grid), keep_until_s, problem.ownership.ranks);
}

void ResultWriter::probes(std::int64_t first_step, int rows, const std::vector<double> &electric,
                          const std::vector<double> &magnetic) {
  for (ProbeTable &probe : probes_) {
    const bool is_electric = probe.field == Field::E;
    const std::vector<double> &values = is_electric ? electric : magnetic;
    const std::size_t points = is_electric ? electric_points_ : magnetic_points_;
    const double offset = is_electric ? 1.0 : 0.5;
    for (int row = 0; row < rows; ++row)
      for (std::size_t p = 0; p < probe.points.size(); ++p) {
        double line[7] = {(static_cast<double>(first_step + row) + offset) * plan_.dt_s};
        int columns = 1;
        for (int d = 0; probe.positions && d < 3; ++d)
          line[columns++] = probe.points[p][d];
        for (int d = 0; d < 3; ++d)
          line[columns++] = values[(row * points + probe.first + p) * 3 + d];
        probe.table.row(line, columns);
      }
    probe.table.flush();
  }
}

void ResultWriter::energy(std::int64_t step, const Energy &energy) {
  if (energy_)
    energy_->row({step * plan_.dt_s, energy.electric, energy.magnetic, energy.total()});
}

std::vector<double> ResultWriter::selected(const std::vector<double> &values) const {
  std::vector<double> part;
  part.reserve(3 * region_.tet_of.size());
  for (const Index tet : region_.tet_of)
    part.insert(part.end(), values.begin() + 3 * static_cast<std::ptrdiff_t>(tet),
                values.begin() + 3 * static_cast<std::ptrdiff_t>(tet) + 3);
  return part;
}

void ResultWriter::snapshot(std::int64_t step, const std::vector<double> &electric,
                            const std::vector<double> &magnetic) {
  std::vector<CellArray> arrays;
  if (write_electric_)
    arrays.push_back({"E", 3, whole_mesh_ ? electric : selected(electric), "V/m"});
  if (write_magnetic_)
    arrays.push_back({"H", 3, whole_mesh_ ? magnetic : selected(magnetic), "A/m"});
  fields_->write(step, step * plan_.dt_s, arrays);
}

void ResultWriter::checkpoint(const RunPosition &position, const State &state) {
  for (ProbeTable &probe : probes_)
    probe.table.sync();
  if (energy_)
    energy_->sync();
  if (!order_)
    order_.emplace(problem_);
  const State whole = order_->gather(state);
  // The others wait for the root to be done: the run may be about to end.
  all_or_none(problem_.ownership.ranks, [&] {
    if (problem_.ownership.ranks.is_root())
      write_checkpoint(position, whole);
  });
}

void ResultWriter::write_checkpoint(const RunPosition &position, const State &whole) {
  CheckpointData data;
  data.step = position.step;
  data.time_s = position.step * plan_.dt_s;
  data.fingerprint = fingerprint_;
  data.blobs["progress"] =
      std::vector<double>{plan_.dt_s, position.largest_norm, position.peak_energy};
  for (const auto &[name, values] : whole)
    data.blobs[k_state_prefix + name] = values;
  checkpoints_.write(data);
}

bool ResultWriter::stop_requested() {
  return interrupt_requested();
}

void ResultWriter::close() {
  progress_.finish();
  for (ProbeTable &probe : probes_)
    probe.table.close();
  if (energy_)
    energy_->close();
}

State read_state(const CheckpointData &data, const std::string &fingerprint, RunPosition &position,
                 double &dt_s) {
  if (data.fingerprint != fingerprint)
    throw InputError("the checkpoint belongs to another case or mesh (its fingerprint is " +
                     data.fingerprint + ", this case's " + fingerprint +
                     "); run without --restart to start anew");
  const auto &numbers = data.doubles("progress");
  position.step = data.step;
  dt_s = numbers.at(0);
  position.largest_norm = numbers.at(1);
  position.peak_energy = numbers.at(2);
  State state;
  const std::string prefix = k_state_prefix;
  for (const auto &[name, blob] : data.blobs)
    if (name.compare(0, prefix.size(), prefix) == 0)
      state[name.substr(prefix.size())] = std::get<std::vector<double>>(blob);
  if (state.empty())
    throw InputError("the checkpoint holds no unknowns that this version can read; run without "
                     "--restart to start anew");
  return state;
}

} // namespace curlew::dgatd
