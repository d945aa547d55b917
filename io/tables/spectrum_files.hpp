#pragma once

#include <curlew/core/signal/peaks.hpp>
#include <curlew/core/signal/spectrum.hpp>
#include <curlew/io/tables/csv_table.hpp>
#include <curlew/io/tables/probe_trace.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// File names of the tables of a probe.
inline std::string probe_file_name(const std::string &probe) {
  return "probe_" + probe + ".csv";
}
inline std::string spectrum_file_name(const std::string &probe) {
  return "spectrum_" + probe + ".csv";
}
inline std::string peaks_file_name(const std::string &probe) {
  return "peaks_" + probe + ".csv";
}

// Reads the first `rows` samples in the CSV file of a point probe. A run that went on may have left
// more rows, the last one possibly torn. Throws InputError if the file is not a table of t and
// three components or has fewer rows.
ProbeTrace read_probe_trace(const std::filesystem::path &path, std::int64_t rows);

// Writes a spectrum. `quantity` is 'E' or 'H'. "f (Hz),|E| (V s/m)" with |E|, "f (Hz),|H| (A s/m)"
// with |H|. Throws OutputError.
void write_spectrum(const std::filesystem::path &path, const Spectrum &spectrum, char quantity);

// Writes "f (Hz),amplitude,width (Hz),Q,Q is bound,Q is reliable" and, when frequencies were
// expected, ",expected (Hz),relative error" of the nearest expected one within tolerance, else
// empty. Throws OutputError.
void write_peaks(const std::filesystem::path &path, const std::vector<Peak> &peaks,
                 const std::vector<PeakComparison> &comparison);

// The same for summary.json: { "peaks": [...], "expected": [...] }.
nlohmann::ordered_json peaks_to_json(const std::vector<Peak> &peaks,
                                     const std::vector<PeakComparison> &comparison);

} // namespace curlew
