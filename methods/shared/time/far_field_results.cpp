#include <curlew/methods/shared/time/far_field_results.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/io/tables/far_field_table.hpp>
#include <curlew/io/tables/rcs_table.hpp>
#include <curlew/methods/shared/far_field/antenna.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>
#include <curlew/methods/shared/surfaces/far_field_images.hpp>
#include <curlew/methods/shared/time/reference_spectrum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace curlew {
namespace {

constexpr double k_power_tolerance = 1e-4;
constexpr double k_settled = 0.01; // relative change of the sums in about the last tenth of the run

template <class T>
std::vector<T> gather_all(const Communicator &ranks, const std::vector<T> &mine) {
  std::vector<T> all;
  for (const std::vector<T> &one : ranks.gather(mine))
    all.insert(all.end(), one.begin(), one.end());
  return all;
}

// Returns the whole surface at the root.
SurfaceCurrents gather(const Communicator &ranks, const SurfaceCurrents &mine) {
  return {gather_all(ranks, mine.positions_m), gather_all(ranks, mine.J), gather_all(ranks, mine.M),
          gather_all(ranks, mine.areas_m2), mine.wavenumber};
}

void refer_to(std::complex<double> reference, SurfaceCurrents &currents) {
  for (auto *vectors : {&currents.J, &currents.M})
    for (ComplexVector &vector : *vectors)
      for (std::complex<double> &component : vector)
        component /= reference;
}

class FarFieldWriter {
public:
  FarFieldWriter(const Case &input, Backend backend, const ResultsDirectory &results,
                 std::vector<ImagePlane> planes)
      : spec_(*input.outputs.far_field), backend_(backend),
        excitation_(names_of(input.excitations)),
        directions_(all_directions(spec_.angles.theta_deg, spec_.angles.phi_deg)),
        planes_(std::move(planes)), table_(results.file("far_field.csv")) {}

  // Adds the rows of a frequency. Returns its part of the summary.
  nlohmann::ordered_json add(const SurfaceCurrents &currents, double frequency_hz) {
    const auto fields = far_field(backend_, currents, directions_, planes_);
    const RadiatedPower power = radiated_power(backend_, currents, k_power_tolerance, planes_);
    constexpr double k_unknown = std::numeric_limits<double>::quiet_NaN();
    std::vector<FarFieldRow> rows;
    double largest = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const AntennaFigures figures =
          antenna_figures(fields[i], {power.watts, 0, 0}, mirrored_parts(planes_));
      largest = std::max(largest, figures.directivity);
      rows.push_back({frequency_hz, directions_[i].theta_deg, directions_[i].phi_deg,
                      fields[i].theta, fields[i].phi, k_unknown, to_db(figures.directivity),
                      k_unknown, excitation_});
    }
    table_.add(rows);
    return {{"frequency_hz", frequency_hz},
            {"radiated_W", power.watts},
            {"largest_directivity_dBi", to_db(largest)}};
  }

  void close() { table_.close(); }

private:
  const FarFieldSpec &spec_;
  Backend backend_;
  std::string excitation_;
  std::vector<Direction> directions_;
  std::vector<ImagePlane> planes_;
  FarFieldTable table_;
};

// Writes cross sections of the case's plane wave.
class RcsWriter {
public:
  RcsWriter(const Case &input, Backend backend, const ResultsDirectory &results,
            std::vector<ImagePlane> planes)
      : spec_(*input.outputs.rcs),
        wave_(std::get<PlaneWaveSource>(input.excitations.front().source).waves.front()),
        backend_(backend), planes_(std::move(planes)), table_(results.file("rcs.csv")) {}

  void add(const SurfaceCurrents &currents, double frequency_hz) {
    const IncidentWave incident = make_incident(wave_, currents.wavenumber);
    std::vector<Direction> directions;
    if (spec_.bistatic)
      directions = all_directions(spec_.bistatic->theta_deg, spec_.bistatic->phi_deg);
    if (spec_.monostatic)
      directions.push_back(backward(incident));
    const auto fields = far_field(backend_, currents, directions, planes_);
    std::vector<RcsRow> rows;
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const CrossSection section = cross_section(fields[d], amplitude(incident));
      rows.push_back({frequency_hz, wave_.theta_deg, wave_.phi_deg, wave_.pol,
                      directions[d].theta_deg, directions[d].phi_deg, section.theta_m2,
                      section.phi_m2});
    }
    table_.add(rows);
  }

  void close() { table_.close(); }

private:
  const RcsSpec &spec_;
  const PlaneWave &wave_;
  Backend backend_;
  std::vector<ImagePlane> planes_;
  RcsTable table_;
};

void warn_of(const Case &input, double late_change, Summary &summary) {
  std::vector<std::string> warnings;
  if (std::string text = weak_spectrum_warning(input, input.frequencies_hz, "the far field");
      !text.empty())
    warnings.push_back(std::move(text));
  if (late_change > k_settled)
    warnings.push_back(fmt::format(
        "{}: the sums of the far field still changed by {:.2g} % in about the last tenth of the "
        "run: the fields had not decayed; give a longer run, and a pulse for a waveform",
        input.where(input.outputs.far_field ? "/outputs/far_field" : "/outputs/rcs"),
        100 * late_change));
  report_warnings(warnings, summary);
}

} // namespace

void FarFieldOutput::write(std::int64_t steps, Summary &summary) {
  const auto &[input, plan, ranks, execution, results] = *run_;
  const RecordedSurface recorded = surface();
  std::vector<SurfaceCurrents> currents;
  for (const SurfaceCurrents &mine : recorded.currents)
    currents.push_back(gather(ranks, mine));
  const SumsChange change{ranks.sum(recorded.change.squares),
                          ranks.sum(recorded.change.late_squares)};
  if (!ranks.is_root())
    return;
  warn_of(input, change.relative(), summary);
  const Backend backend = execution.backend;
  std::optional<FarFieldWriter> writer;
  std::optional<RcsWriter> sections;
  const std::vector<ImagePlane> images = recorded.images.value_or(far_field_images(input));
  log_infinite_walls(images);
  if (input.outputs.far_field)
    writer.emplace(input, backend, results, images);
  if (input.outputs.rcs)
    sections.emplace(input, backend, results, images);
  auto list = nlohmann::ordered_json::array();
  for (std::size_t f = 0; f < currents.size(); ++f) {
    const double frequency_hz = input.frequencies_hz[f];
    const std::complex<double> reference =
        reference_spectrum(input, frequency_hz, plan.dt_s, steps);
    refer_to(reference, currents[f]);
    if (writer)
      list.push_back(writer->add(currents[f], frequency_hz));
    if (sections)
      sections->add(currents[f], frequency_hz);
  }
  if (sections)
    sections->close();
  if (!writer)
    return;
  writer->close();
  summary["far_field"] = list;
}

} // namespace curlew
