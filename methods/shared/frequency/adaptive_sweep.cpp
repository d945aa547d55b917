#include <curlew/methods/shared/frequency/adaptive_sweep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace curlew {
namespace {

constexpr std::size_t k_first = 5;
// Tolerance of the fit at the samples, over that of the sweep.
constexpr double k_sample_tolerance = 0.01;
constexpr int k_settled = 2;

double largest_difference(const AdaptiveSweep::Values &a, const AdaptiveSweep::Values &b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double off = std::abs(a[k] - b[k]);
    // The fit has a pole on a frequency: it is not exact there.
    largest = std::max(largest, std::isfinite(off) ? off : std::numeric_limits<double>::max());
  }
  return largest;
}

} // namespace

std::string error_above_tolerance(double error, double tolerance) {
  return fmt::format("with an error of S of about {:.2g}, above its \"tolerance\" of {:.2g}", error,
                     tolerance);
}

AdaptiveSweep::AdaptiveSweep(std::vector<double> frequencies_hz, double tolerance, std::size_t most)
    : frequencies_hz_(std::move(frequencies_hz)), tolerance_(tolerance), most_(most) {
  if (frequencies_hz_.size() < 2 || !std::is_sorted(frequencies_hz_.begin(), frequencies_hz_.end()))
    throw std::invalid_argument("a sweep over frequencies that do not ascend");
}

std::vector<std::size_t> AdaptiveSweep::first() const {
  const std::size_t count = std::min({k_first, most_, frequencies_hz_.size()});
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < count; ++i)
    numbers.push_back((i * (frequencies_hz_.size() - 1) + (count - 1) / 2) / (count - 1));
  return numbers;
}

void AdaptiveSweep::add(std::size_t frequency, Values values) {
  solved_[frequency] = std::move(values);
  last_ = frequency;
}

RationalFit AdaptiveSweep::fit(std::optional<std::size_t> without) const {
  std::vector<double> z;
  std::vector<Values> values;
  const double from = frequencies_hz_.front(), over = frequencies_hz_.back() - from;
  for (const auto &[frequency, value] : solved_)
    if (frequency != without) {
      z.push_back((frequencies_hz_[frequency] - from) / over);
      values.push_back(value);
    }
  return {std::move(z), std::move(values), k_sample_tolerance * tolerance_};
}

// Returns the frequency in the middle of the longest run of unsolved frequencies.
std::size_t AdaptiveSweep::widest_gap() const {
  std::size_t widest = 0, middle = 0, before = 0;
  for (const auto &[frequency, value] : solved_) {
    if (frequency - before > widest) {
      widest = frequency - before;
      middle = before + widest / 2;
    }
    before = frequency;
  }
  return middle;
}

std::optional<std::size_t> AdaptiveSweep::next() {
  if (solved_.size() == frequencies_hz_.size()) {
    error_ = 0;
    return std::nullopt;
  }
  // The first time it is a sample in the middle, whose absence changes the fit most.
  const bool is_first = !fit_;
  const std::size_t left_out =
      is_first ? std::next(solved_.begin(), static_cast<std::ptrdiff_t>(solved_.size() / 2))->first
               : *last_;
  const RationalFit before = fit(left_out);
  fit_ = fit(std::nullopt);
  const double from = frequencies_hz_.front(), over = frequencies_hz_.back() - from;
  error_ = 0;
  double largest = -1;
  std::size_t candidate = 0;
  for (std::size_t f = 0; f < frequencies_hz_.size(); ++f) {
    const double z = (frequencies_hz_[f] - from) / over;
    const double off = largest_difference(fit_->at(z), before.at(z));
    error_ = std::max(error_, off);
    if (!is_solved(f) && off > largest) {
      largest = off;
      candidate = f;
    }
  }
  settled_ = error_ <= tolerance_ ? settled_ + 1 : 0;
  if (settled_ >= k_settled || solved_.size() >= most_)
    return std::nullopt;
  return settled_ > 0 ? widest_gap() : candidate;
}

AdaptiveSweep::Values AdaptiveSweep::at(std::size_t frequency) const {
  if (const auto found = solved_.find(frequency); found != solved_.end())
    return found->second;
  const double from = frequencies_hz_.front(), over = frequencies_hz_.back() - from;
  return fit_.value().at((frequencies_hz_.at(frequency) - from) / over);
}

} // namespace curlew
