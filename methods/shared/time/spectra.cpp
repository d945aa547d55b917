#include <curlew/methods/shared/time/spectra.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/signal/peaks.hpp>
#include <curlew/core/signal/spectrum.hpp>
#include <curlew/methods/shared/time/harmonics.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace curlew {
namespace {

std::string frequency_text(double hz) {
  return hz >= 1e9 ? fmt::format("{:.6f} GHz", hz / 1e9) : fmt::format("{:.6f} MHz", hz / 1e6);
}

// Returns "> 1.2e+04" where the record shows no decay, "557 ?" where the fit is not reliable.
std::string quality_text(const Peak &peak) {
  if (peak.q_is_bound)
    return fmt::format("> {:.4g}", peak.q);
  return fmt::format("{:.4g}{}", peak.q, peak.q_is_reliable ? "" : " ?");
}

std::string peaks_table(const SpectrumSpec &spec, char quantity, const std::vector<Peak> &peaks,
                        const std::vector<PeakComparison> &comparison) {
  std::string text = fmt::format("\nResonances at probe \"{}\"\n", spec.probe);
  if (comparison.empty()) {
    const char *unit = quantity == 'E' ? "V s/m" : "A s/m";
    for (const Peak &peak : peaks)
      text += fmt::format("  {:>16}  |{}| {:.3e} {}  Q {}\n", frequency_text(peak.frequency_hz),
                          quantity, peak.amplitude, unit, quality_text(peak));
    return text;
  }
  text += fmt::format("  {:>16}  {:>16}  {:>9}  {:>11}\n", "expected", "found", "error", "Q");
  for (const PeakComparison &one : comparison)
    text += fmt::format("  {:>16}  {:>16}  {:>9}  {:>11}{}\n", frequency_text(one.expected_hz),
                        one.found ? frequency_text(one.found->frequency_hz) : "none",
                        one.found ? fmt::format("{:+.3f} %", 100 * one.relative_error) : "",
                        one.found ? quality_text(*one.found) : "",
                        one.within_tolerance ? "" : "  outside of the tolerance");
  return text;
}

class SpectrumWriter {
public:
  SpectrumWriter(const Case &input, const std::map<std::string, ProbeTrace> &traces,
                 double sources_end_s, const ResultsDirectory &results, Summary &summary)
      : input_(input), traces_(traces), sources_end_s_(sources_end_s), results_(results),
        summary_(summary) {}

  void write(std::size_t index) {
    const SpectrumSpec &spec = input_.outputs.spectra[index];
    const char quantity = quantity_of(spec.probe);
    const Spectrum spectrum = spectrum_of(index);
    write_spectrum(results_.file(spectrum_file_name(spec.probe)), spectrum, quantity);
    if (spec.harmonics)
      write_harmonics_of(spec);
    if (!spec.peaks)
      return;
    PeakOptions options;
    options.sources_end_s = sources_end_s_;
    const auto peaks = find_peaks(spectrum, options);
    const auto comparison = compare_peaks(peaks, spec.expected_hz, spec.expected_tolerance);
    write_peaks(results_.file(peaks_file_name(spec.probe)), peaks, comparison);
    summary_["spectra"][spec.probe] = peaks_to_json(peaks, comparison);
    warn_of_misses(spec, comparison);
    warn_of_quality(spec, peaks, spectrum.duration_s());
    report_lines(peaks_table(spec, quantity, peaks, comparison));
  }

private:
  char quantity_of(const std::string &name) const {
    for (const ProbeSpec &probe : input_.outputs.probes)
      if (probe.name == name && probe.field == Field::H)
        return 'H';
    return 'E';
  }

  void write_harmonics_of(const SpectrumSpec &spec) {
    const auto harmonics = harmonics_of(traces_.at(spec.probe), *spec.harmonics);
    write_harmonics(results_.file(harmonics_file_name(spec.probe)), harmonics);
    std::string text = fmt::format("\nHarmonics at probe \"{}\"\n", spec.probe);
    for (const Harmonic &one : harmonics) {
      summary_["harmonics"][spec.probe].push_back({{"m", one.m},
                                                   {"frequency_hz", one.frequency_hz},
                                                   {"amplitude", one.amplitude},
                                                   {"phase_deg", one.phase_deg},
                                                   {"ratio", one.ratio}});
      text +=
          fmt::format("  {:>3}  {:>16}  {:.4e}  {:8.2f} deg  ratio {:.6f}\n", one.m,
                      frequency_text(one.frequency_hz), one.amplitude, one.phase_deg, one.ratio);
    }
    report_lines(text);
  }

  Spectrum spectrum_of(std::size_t index) const {
    const SpectrumSpec &spec = input_.outputs.spectra[index];
    const ProbeTrace &trace = traces_.at(spec.probe);
    SpectrumOptions options;
    options.window = parse_window(spec.window);
    options.band_hz = spec.band_hz;
    try {
      return amplitude_spectrum(trace.times_s, trace.samples, options);
    } catch (const InputError &error) {
      throw InputError(input_.where("/outputs/spectra/" + std::to_string(index)) + ": " +
                       error.what());
    }
  }

  void warn(const std::string &text) {
    spdlog::warn(text);
    summary_.add_warning(text);
  }

  void warn_of_misses(const SpectrumSpec &spec, const std::vector<PeakComparison> &comparison) {
    for (const PeakComparison &one : comparison)
      if (!one.within_tolerance)
        warn(fmt::format("probe \"{}\": no resonance within {:.3g} % of the expected {}",
                         spec.probe, 100 * spec.expected_tolerance,
                         frequency_text(one.expected_hz)));
  }

  void warn_of_quality(const SpectrumSpec &spec, const std::vector<Peak> &peaks,
                       double duration_s) {
    for (const Peak &peak : peaks)
      if (!peak.q_is_bound && !peak.q_is_reliable)
        warn(fmt::format("probe \"{}\": the Q of {:.4g} at {} is not reliable: it needs a record "
                         "of 1 to {} ring-down times, and ten times as long as the sources; "
                         "the record has {:.4g} s, a ring-down time is {:.4g} s, the sources end "
                         "at {:.4g} s",
                         spec.probe, peak.q, frequency_text(peak.frequency_hz), k_most_ring_downs,
                         duration_s, peak.ring_down_s(), sources_end_s_));
  }

  const Case &input_;
  const std::map<std::string, ProbeTrace> &traces_;
  double sources_end_s_;
  const ResultsDirectory &results_;
  Summary &summary_;
};

} // namespace

void write_spectra(const Case &input, const std::map<std::string, ProbeTrace> &traces,
                   double sources_end_s, const ResultsDirectory &results, Summary &summary) {
  SpectrumWriter writer(input, traces, sources_end_s, results, summary);
  for (std::size_t i = 0; i < input.outputs.spectra.size(); ++i)
    writer.write(i);
}

} // namespace curlew
