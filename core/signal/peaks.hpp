#pragma once

#include <curlew/core/signal/spectrum.hpp>

#include <optional>
#include <vector>

namespace curlew {

// A resonance line e(t) = Re(a exp((-alpha + j 2 pi f) t)) found in a spectrum.
struct Peak {
  double frequency_hz = 0;
  double amplitude = 0; // height of this line in the spectrum without the others, V s/m
  double width_hz = 0;  // -3 dB width of this line in the spectrum (window included)
  // pi f/alpha from the fitted decay. When the decay over the trace is too small to be
  // distinguished from none, q is a lower bound and q_is_bound is set.
  double q = 0;
  bool q_is_bound = false;
  // True where q is within 8 %. The line is fitted as if it rang from the first sample on. Sources
  // that act into the record make this wrong, the more so the less of the decay (or of the line)
  // the record has. Measured on a resonator behind a gaussian pulse, Hamming window: a pulse that
  // ends at a tenth of the record costs 7 % at most in records of 1 to 10 ring-down times, 19 % at
  // 0.1, 44 % at 30 ring-down times; one that ends at a fifth, 47 % at 0.2.
  bool q_is_reliable = false;

  // Returns the time in which the line's amplitude falls by e, Q/(pi f).
  double ring_down_s() const;
};

constexpr double k_most_ring_downs = 10;    // in the record of a reliable Q
constexpr double k_most_driven_share = 0.1; // share of the record until the sources have ended

struct PeakOptions {
  double dynamic_range_db = 60; // lines this far below the highest point of the band are left out
  std::size_t max_lines = 200;  // fitted at most, in the band and up to half as far again
  double sources_end_s = 0;     // from the first sample on; decides q_is_reliable
};

// Returns the lines of a spectrum, by frequency. The strongest line is fitted (frequency, decay,
// complex amplitude) with the transform of the window and subtracted, then the strongest of the
// rest, and so on. Each line is then fitted again with all others subtracted until nothing changes,
// so that neither side lobes become peaks nor do strong lines shift weak ones. Lines closer than
// the window's main lobe are one peak. Only peaks inside the band with a Q of at least 10 are
// listed. Needs zero_padding >= 4, else InputError.
std::vector<Peak> find_peaks(const Spectrum &spectrum, const PeakOptions &options = {});

struct PeakComparison {
  double expected_hz = 0;
  std::optional<Peak> found; // the nearest peak
  double relative_error = 0; // (found - expected)/expected; NaN without any peak
  bool within_tolerance = false;
};

// Finds for each expected frequency the nearest peak and whether it lies within the relative
// tolerance. A peak may serve several expected frequencies (unresolved pairs).
std::vector<PeakComparison> compare_peaks(const std::vector<Peak> &peaks,
                                          const std::vector<double> &expected_hz, double tolerance);

} // namespace curlew
