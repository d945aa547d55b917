#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/signal/line.hpp>
#include <curlew/core/signal/peaks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

using signal::Complex;
using signal::Field3;
using signal::Line;
using signal::LineFit;
using signal::LineShape;
using signal::magnitude;

// A line must exceed by this factor the residue that the imperfect fits of its neighbours may leave
// there.
constexpr double k_above_leakage = 3;
// It must also have a line's shape: account for this share of the energy around it, or (pairs of
// lines too close to be separated) be this much higher than the spectrum two main lobes to either
// side.
constexpr double k_line_like = 0.7;
constexpr double k_prominent = 3;
// A line that rings for fewer periods is part of the excitation's own, broad spectrum.
constexpr double k_lowest_q = 10;
// alpha T below which the decay over the trace counts as none.
constexpr double k_least_decay = 0.05;
constexpr int k_most_sweeps = 12;
constexpr double k_settled = 1e-5; // in resolution cells

class LineSearch {
public:
  LineSearch(const Spectrum &spectrum, double threshold, std::size_t max_lines)
      : spectrum_(spectrum), shape_(spectrum), threshold_(threshold), max_lines_(max_lines),
        residual_(spectrum.components), closed_(residual_.size(), false) {
    take_away_static_field();
  }

  // Rounds of finding and refitting, until a round finds nothing.
  std::vector<Line> run() {
    while (find_new_lines()) {
      do {
        refit();
      } while (drop_broad_lines());
      rebuild_residual();
    }
    return lines_;
  }

  const LineShape &shape() const { return shape_; }

private:
  double at_hz(std::size_t k) const { return static_cast<double>(k) * spectrum_.step_hz; }

  // A field that stays behind (charge) is a line at f = 0, and often the strongest of all.
  void take_away_static_field() {
    Line line;
    const Complex height = shape_(0, 0);
    for (std::size_t c = 0; c < 3; ++c) {
      line.a[c] = 0.5 * (residual_[0][c] / height).real();
    }
    lines_.push_back(line);
    subtract(line);
    close_around(line.frequency_hz);
  }

  void subtract(const Line &line) {
    for (std::size_t k = 0; k < residual_.size(); ++k) {
      line.subtract(shape_, at_hz(k), residual_[k]);
    }
  }

  void rebuild_residual() {
    residual_ = spectrum_.components;
    for (const Line &line : lines_) {
      subtract(line);
    }
  }

  // Within a main lobe of a line a second one cannot be separated.
  void close_around(double frequency_hz) {
    const double reach = shape_.half_lobe_hz();
    const auto first = std::max(0.0, std::ceil((frequency_hz - reach) / spectrum_.step_hz));
    for (auto k = static_cast<std::size_t>(first);
         k < closed_.size() && at_hz(k) <= frequency_hz + reach; ++k) {
      closed_[k] = true;
    }
  }

  // Height that the lines found so far may leave at this frequency by side lobes of their misfit,
  // which shows inside their main lobes. Right beside a lobe it is as large as in it.
  double leakage(double frequency_hz, const std::vector<double> &misfit) const {
    double sum = 0;
    const auto add = [&](double height, double offset_hz) {
      const bool beside = std::abs(offset_hz) < 2 * shape_.half_lobe_hz();
      const double side_lobe = k_above_leakage * shape_.side_lobe(offset_hz);
      sum += height * (beside ? std::max(1.0, side_lobe) : side_lobe);
    };
    for (const Refused &refused : refused_) {
      add(refused.height, frequency_hz - refused.frequency_hz);
    }
    for (std::size_t j = 0; j < lines_.size(); ++j) {
      add(misfit[j], frequency_hz - lines_[j].frequency_hz);
    }
    return sum;
  }

  double misfit_of(const Line &line) const {
    const double reach = shape_.half_lobe_hz();
    const auto first = std::max(0.0, std::ceil((line.frequency_hz - reach) / spectrum_.step_hz));
    double largest = 0;
    for (auto k = static_cast<std::size_t>(first);
         k < residual_.size() && at_hz(k) <= line.frequency_hz + reach; ++k) {
      largest = std::max(largest, magnitude(residual_[k]));
    }
    return largest;
  }

  bool is_prominent(std::size_t k) const {
    const auto lobe = static_cast<std::size_t>(shape_.half_lobe_hz() / spectrum_.step_hz);
    const double height = magnitude(residual_[k]);
    const auto low_within = [&](std::size_t first, std::size_t last) {
      double lowest = height;
      for (std::size_t i = first; i <= std::min(last, residual_.size() - 1); ++i) {
        lowest = std::min(lowest, magnitude(residual_[i]));
      }
      return k_prominent * lowest < height;
    };
    return low_within(k - std::min(k, 2 * lobe), k) && low_within(k, k + 2 * lobe);
  }

  // The open local maxima of the residual above the threshold, highest first.
  std::vector<std::size_t> candidates() const {
    std::vector<double> height(residual_.size());
    std::transform(residual_.begin(), residual_.end(), height.begin(), magnitude);
    std::vector<std::size_t> found;
    for (std::size_t k = 1; k + 1 < height.size(); ++k) {
      if (!closed_[k] && height[k] >= threshold_ && height[k] >= height[k - 1] &&
          height[k] > height[k + 1]) {
        found.push_back(k);
      }
    }
    std::sort(found.begin(), found.end(),
              [&](std::size_t a, std::size_t b) { return height[a] > height[b]; });
    return found;
  }

  // Takes the highest candidate, one at a time, as each changes the rest.
  bool find_new_lines() {
    bool any = false;
    for (bool looking = true; looking && lines_.size() < max_lines_;) {
      looking = false;
      std::vector<double> misfit(lines_.size());
      std::transform(lines_.begin(), lines_.end(), misfit.begin(),
                     [&](const Line &line) { return misfit_of(line); });
      for (const std::size_t k : candidates()) {
        if (magnitude(residual_[k]) < leakage(at_hz(k), misfit)) {
          continue;
        }
        if (try_line(k)) {
          looking = any = true;
          break;
        }
      }
    }
    return any;
  }

  bool try_line(std::size_t k) {
    Line line;
    line.frequency_hz = at_hz(k);
    LineFit fit;
    // A second and third time for the range of frequencies that the decay gives, and for the
    // mirror image.
    for (int pass = 0; pass < 3; ++pass) {
      fit = fit_line(shape_, line, spectrum_.step_hz, residual_.size(),
                     [&](std::size_t i) { return residual_[i]; });
      line = fit.line;
    }
    close_around(at_hz(k)); // whatever the result, this maximum is done
    const bool moved_away = std::abs(line.frequency_hz - at_hz(k)) >
                            shape_.half_lobe_hz() + std::max(0.0, line.decay_per_s) / k_pi;
    const bool taken = std::any_of(lines_.begin(), lines_.end(), [&](const Line &other) {
      return std::abs(other.frequency_hz - line.frequency_hz) < shape_.half_lobe_hz();
    });
    const bool line_like = fit.explained >= k_line_like || is_prominent(k);
    if (moved_away || is_too_broad(line) || taken || !line_like) {
      refused_.push_back({at_hz(k), magnitude(residual_[k])});
      return false;
    }
    close_around(line.frequency_hz);
    subtract(line);
    lines_.push_back(line);
    return true;
  }

  // Fits each line again with all others subtracted, until nothing changes.
  void refit() {
    for (int sweep = 0; sweep < k_most_sweeps; ++sweep) {
      double moved = 0;
      for (std::size_t j = 1; j < lines_.size(); ++j) { // 0 is the static field
        const auto target = [&](std::size_t k) {
          Field3 value = spectrum_.components[k];
          for (std::size_t other = 0; other < lines_.size(); ++other) {
            if (other != j) {
              lines_[other].subtract(shape_, at_hz(k), value);
            }
          }
          return value;
        };
        const Line fitted =
            fit_line(shape_, lines_[j], spectrum_.step_hz, residual_.size(), target).line;
        moved = std::max(moved, std::abs(fitted.frequency_hz - lines_[j].frequency_hz) *
                                    shape_.duration_s());
        lines_[j] = fitted;
      }
      if (moved < k_settled) {
        break;
      }
    }
  }

  static bool is_too_broad(const Line &line) {
    return line.decay_per_s > k_pi * line.frequency_hz / k_lowest_q;
  }

  // Some lines turn out to be broad only beside their neighbours.
  bool drop_broad_lines() {
    const auto kept = std::stable_partition(lines_.begin() + 1, lines_.end(),
                                            [](const Line &line) { return !is_too_broad(line); });
    for (auto line = kept; line != lines_.end(); ++line) {
      refused_.push_back({line->frequency_hz, line->amplitude(shape_)});
    }
    const bool any = kept != lines_.end();
    lines_.erase(kept, lines_.end());
    return any;
  }

  const Spectrum &spectrum_;
  LineShape shape_;
  double threshold_;
  std::size_t max_lines_;
  std::vector<Field3> residual_;
  std::vector<bool> closed_;
  std::vector<Line> lines_;
  // Maxima that were no lines; their side lobes are no lines either.
  struct Refused {
    double frequency_hz;
    double height;
  };
  std::vector<Refused> refused_;
};

bool is_q_reliable(const Peak &peak, double duration_s, double sources_end_s) {
  const double ring_downs = duration_s / peak.ring_down_s();
  return !peak.q_is_bound && ring_downs >= 1 && ring_downs <= k_most_ring_downs &&
         sources_end_s <= k_most_driven_share * duration_s;
}

Peak to_peak(const Line &line, const LineShape &shape, double sources_end_s) {
  Peak peak;
  peak.frequency_hz = line.frequency_hz;
  peak.amplitude = line.amplitude(shape);
  const double decay = std::max(0.0, line.decay_per_s);
  peak.width_hz = shape.width_hz(decay);
  const double least = k_least_decay / shape.duration_s();
  peak.q_is_bound = decay < least;
  peak.q = k_pi * line.frequency_hz / std::max(decay, least);
  peak.q_is_reliable = is_q_reliable(peak, shape.duration_s(), sources_end_s);
  return peak;
}

} // namespace

double Peak::ring_down_s() const {
  return q / (k_pi * frequency_hz);
}

std::vector<Peak> find_peaks(const Spectrum &spectrum, const PeakOptions &options) {
  constexpr double k_least_padding = 4;
  if (spectrum.step_hz * spectrum.duration_s() > 1 / k_least_padding * (1 + 1e-9)) {
    throw InputError(
        fmt::format("finding peaks needs a zero padding of at least {}", k_least_padding));
  }
  const double highest = *std::max_element(spectrum.amplitude.begin(), spectrum.amplitude.end());
  if (highest == 0) {
    return {};
  }
  const double threshold = highest * std::pow(10, -options.dynamic_range_db / 20);
  LineSearch search(spectrum, threshold, options.max_lines + 1);
  std::vector<Peak> peaks;
  for (const Line &line : search.run()) {
    const Peak peak = to_peak(line, search.shape(), options.sources_end_s);
    if (peak.amplitude >= threshold && peak.frequency_hz > 0 &&
        peak.frequency_hz >= spectrum.frequency_hz.front() &&
        peak.frequency_hz <= spectrum.frequency_hz.back()) {
      peaks.push_back(peak);
    }
  }
  std::sort(peaks.begin(), peaks.end(),
            [](const Peak &a, const Peak &b) { return a.frequency_hz < b.frequency_hz; });
  return peaks;
}

std::vector<PeakComparison> compare_peaks(const std::vector<Peak> &peaks,
                                          const std::vector<double> &expected_hz,
                                          double tolerance) {
  std::vector<PeakComparison> result;
  for (const double expected : expected_hz) {
    PeakComparison comparison;
    comparison.expected_hz = expected;
    comparison.relative_error = std::numeric_limits<double>::quiet_NaN();
    const auto nearest =
        std::min_element(peaks.begin(), peaks.end(), [&](const Peak &a, const Peak &b) {
          return std::abs(a.frequency_hz - expected) < std::abs(b.frequency_hz - expected);
        });
    if (nearest != peaks.end()) {
      comparison.found = *nearest;
      comparison.relative_error = (nearest->frequency_hz - expected) / expected;
      comparison.within_tolerance = std::abs(comparison.relative_error) <= tolerance;
    }
    result.push_back(comparison);
  }
  return result;
}

} // namespace curlew
