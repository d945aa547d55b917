#include <curlew/methods/shared/time/port_networks.hpp>

#include <curlew/core/log.hpp>
#include <curlew/methods/shared/ports/network_checks.hpp>
#include <curlew/methods/shared/ports/port_tables.hpp>
#include <curlew/methods/shared/ports/scattering_tables.hpp>
#include <curlew/methods/shared/ports/small_system.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace curlew {
namespace {

using complex = std::complex<double>;

// What makes S inaccurate.
constexpr const char *k_cause = "the record is too short, or the mesh too coarse";

std::vector<complex> complex_of(const std::vector<double> &values) {
  return {values.begin(), values.end()};
}

bool has_value_at(const std::vector<char> &has_value, std::size_t frequency) {
  return has_value.empty() || has_value[frequency] != 0;
}

} // namespace

PortNetworks::PortNetworks(const Case &input, NetworkPorts ports)
    : input_(input), ports_(std::move(ports)), runs_(port_runs(input)) {}

double PortNetworks::drives_end_s() const {
  double end_s = 0;
  for (const auto &run : runs_)
    for (const PortDrive &drive : run)
      end_s = std::max(end_s, drive.end_s());
  return end_s;
}

void PortNetworks::report_run(std::size_t run) const {
  if (const int port = only_driven(run))
    spdlog::info("run {} of {}: port {}", run + 1, run_count(), port);
}

std::vector<std::string> PortNetworks::files(std::size_t run) const {
  std::vector<std::string> files;
  for (const int index : ports_.indices)
    files.push_back(port_file_name(index, only_driven(run)));
  return files;
}

complex PortNetworks::driven_wave(int port, const Waves &waves, std::size_t frequency) const {
  return waves[frequency * count() + static_cast<std::size_t>(port) - 1].a;
}

void PortNetworks::add_run(std::size_t run, const PortRecorder &recorder,
                           const std::vector<char> &has_value) {
  const int driven = runs_[run].at(0).port;
  Waves waves;
  for (std::size_t f = 0; f < input_.frequencies_hz.size(); ++f)
    for (std::size_t p = 0; p < recorder.ports(); ++p)
      waves.push_back(recorder.waves(f, p));
  for (std::size_t f = 0; f < input_.frequencies_hz.size(); ++f)
    if (has_value_at(has_value, f) && driven_wave(driven, waves, f) == complex(0))
      refuse_without_wave(input_, input_.frequencies_hz[f]);
  late_part_ = std::max(late_part_, recorder.late_part());
  late_change_ = std::max(late_change_, recorder.late_change());
  waves_[driven] = std::move(waves);
}

ScatteringMatrix PortNetworks::of_faces(std::size_t frequency) const {
  const std::size_t n = count(), columns = waves_.size();
  // The code solves S A = B over the excited ports, as A^T S^T = B^T.
  std::vector<complex> a, b;
  for (const auto &[port, waves] : waves_)
    for (std::size_t p = 0; p < n; ++p) {
      const PortRecorder::Waves &one = waves[frequency * n + p];
      if (waves_.count(ports_.indices[p]) > 0)
        a.push_back(one.a);
      b.push_back(ports_.is_matched ? one.b / driven_wave(port, waves, frequency) : one.b);
    }
  if (!ports_.is_matched)
    try {
      solve_small(columns, a, b);
    } catch (const std::domain_error &) {
      refuse_without_wave(input_, input_.frequencies_hz[frequency]);
    }
  ScatteringMatrix s(n * n, 0);
  std::size_t column = 0;
  for (const auto &[port, waves] : waves_) {
    for (std::size_t i = 0; i < n; ++i)
      s[i * n + static_cast<std::size_t>(port) - 1] = b[column * n + i];
    ++column;
  }
  return s;
}

ScatteringMatrix PortNetworks::scattering_at(std::size_t frequency) const {
  const std::size_t n = count();
  ScatteringMatrix s = of_faces(frequency);
  const PortReferences at = ports_.references(input_.frequencies_hz[frequency]);
  const std::vector<complex> faces = complex_of(at.faces_ohm), modes = complex_of(at.modes_ohm),
                             references = complex_of(at.references_ohm);
  if (faces != modes)
    s = renormalise(s, faces, modes);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      s[i * n + j] *= at.shifts[i] * at.shifts[j];
  return modes == references ? s : renormalise(s, modes, references);
}

std::map<double, ScatteringMatrix>
PortNetworks::scattering(const std::vector<char> &has_value) const {
  std::map<double, ScatteringMatrix> result;
  for (std::size_t f = 0; f < input_.frequencies_hz.size(); ++f)
    result[input_.frequencies_hz[f]] =
        has_value_at(has_value, f) ? scattering_at(f) : ScatteringMatrix();
  return result;
}

double PortNetworks::weakest_drive(const std::map<double, ScatteringMatrix> &matrices) const {
  double weakest = 1;
  for (const auto &[port, waves] : waves_) {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (std::size_t f = 0; f < input_.frequencies_hz.size(); ++f) {
      if (matrices.at(input_.frequencies_hz[f]).empty())
        continue;
      const double a = std::abs(driven_wave(port, waves, f));
      least = std::min(least, a);
      most = std::max(most, a);
    }
    weakest = std::min(weakest, least / most);
  }
  return weakest;
}

std::vector<std::string>
PortNetworks::warnings(const std::map<double, ScatteringMatrix> &matrices) const {
  std::vector<std::string> warnings;
  constexpr double k_late = 1e-4, k_moved = 5e-3, k_weak = 1e-3;
  if (std::all_of(matrices.begin(), matrices.end(),
                  [](const auto &one) { return one.second.empty(); }))
    return warnings;
  if (late_part_ > k_late)
    warnings.push_back(fmt::format(
        "{}: {:.2g} of the energy of the waves out of the ports came in the last tenth of the "
        "run: S is off by about {:.2g}; take a longer \"duration\"",
        input_.where("/time"), late_part_, std::sqrt(late_part_)));
  else if (late_change_ > k_moved)
    warnings.push_back(fmt::format(
        "{}: the last tenth of the run moved S by up to {:.2g}: a resonance still rings, and "
        "what is missing can be many times as much; take a longer \"duration\"{}",
        input_.where("/time"), late_change_,
        ports_.has_frequency_domain ? ", or solve at the frequencies, without \"time\"" : ""));
  if (const double weakest = weakest_drive(matrices); weakest < k_weak)
    warnings.push_back(fmt::format(
        "{}: at one of the frequencies the waveform has only {:.2g} of its strongest: S is not "
        "accurate there; take a waveform with a wider band",
        input_.where("/frequency"), weakest));
  constexpr double k_tolerance = 5e-3; // records end while waves are on their way
  for (std::string &text : network_warnings(input_, matrices, {is_whole(), k_tolerance, k_cause}))
    warnings.push_back(std::move(text));
  return warnings;
}

void PortNetworks::write(const TimePlan &plan, const ResultsDirectory &results,
                         Summary &summary) const {
  if (!input_.outputs.s_parameters)
    return;
  std::map<double, ScatteringMatrix> matrices = scattering(plan.has_s);
  report_warnings(make_passive_where_asked(input_, matrices, k_cause), summary);
  std::vector<std::string> texts = warnings(matrices);
  const bool wants_file = input_.outputs.s_parameters->touchstone;
  if (wants_file && !is_whole())
    texts.push_back(input_.where("/outputs/s_parameters") +
                    ": a Touchstone file has columns of all ports, and not all are excited: "
                    "none is written; give \"excited\": true to all, or "
                    "\"touchstone\": false");
  report_warnings(texts, summary);
  std::vector<PortMode> modes;
  for (const int index : ports_.indices)
    modes.push_back({index, 1});
  write_scattering_tables(
      input_, results, modes, matrices,
      [&](double frequency_hz) {
        return complex_of(ports_.references(frequency_hz).references_ohm);
      },
      wants_file && is_whole(), summary);
}

} // namespace curlew
