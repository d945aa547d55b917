#include <curlew/methods/shared/time/flux_results.hpp>

#include <curlew/core/log.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/io/tables/csv_table.hpp>
#include <curlew/io/tables/flux_table.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/time/reference_spectrum.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew {
namespace {

// Limit of the share of |P| over time in the last tenth of the run.
constexpr double k_settled_flux = 0.01;

// Energy flow of a table in time.
struct Flow {
  double energy_j = 0;
  // Share of the sum of |P| in the last tenth of the rows.
  double late_share = 0;
};

Flow flow_of(const std::filesystem::path &table, double dt_s) {
  const std::vector<double> power = read_csv(table).column(flux_time_columns()[1]);
  Flow flow;
  double all = 0, late = 0;
  for (std::size_t row = 0; row < power.size(); ++row) {
    flow.energy_j += dt_s * power[row];
    all += std::abs(power[row]);
    if (row >= power.size() - power.size() / 10)
      late += std::abs(power[row]);
  }
  flow.late_share = all > 0 ? late / all : 0;
  return flow;
}

void warn_of_late_flow(const Case &input, std::size_t flux, const Flow &flow, Summary &summary) {
  if (flow.late_share > k_settled_flux)
    report_warnings(
        {fmt::format("{}: {:.2g} % of the flux \"{}\" flowed in the last tenth of the run: the "
                     "fields had not decayed, and its power at frequencies is that of a part of "
                     "the pulse; give a longer run, and a pulse for a waveform",
                     input.where("/outputs/flux/" + std::to_string(flux)), 100 * flow.late_share,
                     input.outputs.fluxes[flux].name)},
        summary);
}

} // namespace

FluxTables::FluxTables(const Case &input, const ResultsDirectory &results, double dt_s,
                       const Continued *continued)
    : dt_s_(dt_s) {
  for (const FluxSpec &flux : input.outputs.fluxes)
    tables_.emplace_back(results, flux_time_file_name(flux.name), flux_time_columns(), continued);
}

void FluxTables::write(std::int64_t first_step, const std::vector<double> &powers) {
  const std::size_t count = tables_.size();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t at = i; at < powers.size(); at += count) {
      const auto row = static_cast<std::int64_t>(at / count);
      tables_[i].row({static_cast<double>(first_step + row) * dt_s_, powers[at]});
    }
    tables_[i].flush();
  }
}

void FluxOutput::open(const RecordedRun &run, const ContinuedOutputs &continued) {
  run_ = &run;
  if (run.ranks.is_root())
    tables_.emplace(run.input, run.results, run.plan.dt_s, or_null(continued.states));
}

void FluxOutput::flush(std::int64_t first_step) {
  if (run_ == nullptr)
    return;
  std::vector<double> powers = read();
  run_->ranks.sum_at_root(powers);
  if (tables_)
    tables_->write(first_step, powers);
}

void FluxOutput::write(std::int64_t steps, Summary &summary) {
  const Case &input = run_->input;
  const ResultsDirectory &results = run_->results;
  const double dt_s = run_->plan.dt_s;
  const std::vector<double> &frequencies_hz = input.frequencies_hz;
  std::vector<double> powers;
  if (!frequencies_hz.empty()) {
    powers = spectra();
    run_->ranks.sum_at_root(powers);
  }
  if (!run_->ranks.is_root())
    return;
  std::vector<double> references;
  for (const double frequency_hz : frequencies_hz)
    references.push_back(std::norm(reference_spectrum(input, frequency_hz, dt_s, steps)));
  if (!frequencies_hz.empty())
    if (const std::string text = weak_spectrum_warning(input, frequencies_hz, "the flux");
        !text.empty())
      report_warnings({text}, summary);
  const std::string excitation = names_of(input.excitations);
  for (std::size_t i = 0; i < input.outputs.fluxes.size(); ++i) {
    const std::string &name = input.outputs.fluxes[i].name;
    const Flow flow = flow_of(results.file(flux_time_file_name(name)), dt_s);
    nlohmann::ordered_json entry = {{"name", name}, {"energy_J", flow.energy_j}};
    report_lines(fmt::format("  flux {}: {:.6g} J", name, flow.energy_j));
    if (!frequencies_hz.empty()) {
      warn_of_late_flow(input, i, flow, summary);
      FluxTable table(results.file(flux_file_name(name)));
      for (std::size_t f = 0; f < frequencies_hz.size(); ++f) {
        const double power_w = powers[i * frequencies_hz.size() + f] / references[f];
        table.add(frequencies_hz[f], excitation, power_w);
        entry["P_W"].push_back(power_w);
      }
      table.close();
    }
    summary["flux"].push_back(std::move(entry));
  }
}

} // namespace curlew
