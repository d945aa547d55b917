#include <curlew/io/output/probe_spectra.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/signal/peaks.hpp>
#include <curlew/core/signal/spectrum.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/output/spectrum_files.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace curlew {
namespace {

std::string frequency_text(double hz) {
  return hz >= 1e9 ? fmt::format("{:.6f} GHz", hz / 1e9) : fmt::format("{:.6f} MHz", hz / 1e6);
}

void print_peaks(const SpectrumSpec &spec, const std::vector<Peak> &peaks,
                 const std::vector<PeakComparison> &comparison) {
  fmt::print("\nResonances at probe \"{}\"\n", spec.probe);
  if (comparison.empty()) {
    for (const Peak &peak : peaks)
      fmt::print("  {:>16}  |E| {:.3e} V s/m\n", frequency_text(peak.frequency_hz), peak.amplitude);
    return;
  }
  fmt::print("  {:>16}  {:>16}  {:>9}\n", "expected", "found", "error");
  for (const PeakComparison &one : comparison)
    fmt::print("  {:>16}  {:>16}  {:>9}{}\n", frequency_text(one.expected_hz),
               one.found ? frequency_text(one.found->frequency_hz) : "none",
               one.found ? fmt::format("{:+.3f} %", 100 * one.relative_error) : "",
               one.within_tolerance ? "" : "  outside of the tolerance");
}

} // namespace

void write_spectra(const Case &input, const ResultsDirectory &results, bool quiet,
                   Summary &summary) {
  for (std::size_t i = 0; i < input.outputs.spectra.size(); ++i) {
    const SpectrumSpec &spec = input.outputs.spectra[i];
    char quantity = 'E';
    for (const ProbeSpec &probe : input.outputs.probes)
      if (probe.name == spec.probe && probe.field == Field::H)
        quantity = 'H';
    const ProbeTrace trace = read_probe_trace(results.file("probe_" + spec.probe + ".csv"));
    SpectrumOptions options;
    options.window = parse_window(spec.window);
    options.band_hz = spec.band_hz;
    Spectrum spectrum;
    try {
      spectrum = amplitude_spectrum(trace.times_s, trace.samples, options);
    } catch (const InputError &error) {
      throw InputError(input.where("/outputs/spectra/" + std::to_string(i)) + ": " + error.what());
    }
    write_spectrum(results.file("spectrum_" + spec.probe + ".csv"), spectrum, quantity);
    if (!spec.peaks)
      continue;
    const auto peaks = find_peaks(spectrum);
    const auto comparison = compare_peaks(peaks, spec.expected_hz, spec.expected_tolerance);
    write_peaks(results.file("peaks_" + spec.probe + ".csv"), peaks, comparison);
    summary["spectra"][spec.probe] = peaks_to_json(peaks, comparison);
    for (const PeakComparison &one : comparison)
      if (!one.within_tolerance) {
        const std::string text =
            fmt::format("probe \"{}\": no resonance within {:.3g} % of the expected {}", spec.probe,
                        100 * spec.expected_tolerance, frequency_text(one.expected_hz));
        spdlog::warn(text);
        summary.add_warning(text);
      }
    if (!quiet)
      print_peaks(spec, peaks, comparison);
  }
}

} // namespace curlew
