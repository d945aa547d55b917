#include <curlew/core/error.hpp>
#include <curlew/io/results/atomic_file.hpp>
#include <curlew/io/tables/spectrum_files.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew {
namespace {

// Returns the comparison to which a peak belongs: the closest of those within tolerance.
const PeakComparison *answered_by(const Peak &peak, const std::vector<PeakComparison> &comparison) {
  const PeakComparison *best = nullptr;
  for (const PeakComparison &entry : comparison) {
    if (entry.within_tolerance && entry.found->frequency_hz == peak.frequency_hz &&
        (best == nullptr || std::abs(entry.relative_error) < std::abs(best->relative_error))) {
      best = &entry;
    }
  }
  return best;
}

} // namespace

ProbeTrace read_probe_trace(const std::filesystem::path &path, std::int64_t rows) {
  const CsvData table = read_csv(path, rows);
  constexpr std::size_t k_columns = 4;
  if (table.columns.size() != k_columns) {
    throw InputError(fmt::format("{}: {} columns, a probe at a point has {}", path.string(),
                                 table.columns.size(), k_columns));
  }
  if (static_cast<std::int64_t>(table.rows.size()) < rows) {
    throw InputError(
        fmt::format("{}: {} rows, {} are needed", path.string(), table.rows.size(), rows));
  }
  ProbeTrace trace;
  trace.times_s.reserve(table.rows.size());
  trace.samples.reserve(table.rows.size());
  for (const auto &row : table.rows) {
    trace.times_s.push_back(row[0]);
    trace.samples.push_back({row[1], row[2], row[3]});
  }
  return trace;
}

void write_spectrum(const std::filesystem::path &path, const Spectrum &spectrum, char quantity) {
  std::string text = quantity == 'E' ? "f (Hz),|E| (V s/m)\n" : "f (Hz),|H| (A s/m)\n";
  for (std::size_t i = 0; i < spectrum.frequency_hz.size(); ++i) {
    text += fmt::format("{},{}\n", spectrum.frequency_hz[i], spectrum.amplitude[i]);
  }
  write_file_atomically(path, text);
}

void write_peaks(const std::filesystem::path &path, const std::vector<Peak> &peaks,
                 const std::vector<PeakComparison> &comparison) {
  std::string text = "f (Hz),amplitude,width (Hz),Q,Q is bound,Q is reliable";
  text += comparison.empty() ? "\n" : ",expected (Hz),relative error\n";
  for (const Peak &peak : peaks) {
    text += fmt::format("{},{},{},{},{:d},{:d}", peak.frequency_hz, peak.amplitude, peak.width_hz,
                        peak.q, peak.q_is_bound, peak.q_is_reliable);
    if (const PeakComparison *entry = answered_by(peak, comparison)) {
      text += fmt::format(",{},{}", entry->expected_hz, entry->relative_error);
    } else if (!comparison.empty()) {
      text += ",,";
    }
    text += '\n';
  }
  write_file_atomically(path, text);
}

nlohmann::ordered_json peaks_to_json(const std::vector<Peak> &peaks,
                                     const std::vector<PeakComparison> &comparison) {
  nlohmann::ordered_json json{{"peaks", nlohmann::ordered_json::array()}};
  for (const Peak &peak : peaks) {
    json["peaks"].push_back({{"frequency_hz", peak.frequency_hz},
                             {"amplitude", peak.amplitude},
                             {"width_hz", peak.width_hz},
                             {"q", peak.q},
                             {"q_is_bound", peak.q_is_bound},
                             {"q_is_reliable", peak.q_is_reliable}});
  }
  if (!comparison.empty()) {
    json["expected"] = nlohmann::ordered_json::array();
  }
  for (const PeakComparison &entry : comparison) {
    nlohmann::ordered_json item{{"expected_hz", entry.expected_hz}};
    item["found_hz"] = entry.found ? nlohmann::ordered_json(entry.found->frequency_hz) : nullptr;
    item["relative_error"] = entry.relative_error;
    item["within_tolerance"] = entry.within_tolerance;
    json["expected"].push_back(std::move(item));
  }
  return json;
}

} // namespace curlew
