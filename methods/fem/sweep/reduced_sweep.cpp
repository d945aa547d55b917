#include <curlew/methods/fem/sweep/reduced_sweep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace curlew::fem {
namespace {

constexpr int k_settled_sweeps = 2;
constexpr double k_safety = 10; // factor of the estimated error
constexpr double k_largest_residual = 1e-2;
// Solves that a band takes: both ends, one of them its neighbour's too, and two more to settle.
constexpr std::size_t k_least_solves = 3;

double distance(const SweepModel::Values &a, const SweepModel::Values &b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

std::vector<std::string> names_of(const std::vector<AffineTerm> &terms) {
  std::vector<std::string> names;
  for (const AffineTerm &term : terms)
    names.push_back(term.name);
  return names;
}

} // namespace

ReducedSweep::ReducedSweep(std::vector<double> frequencies_hz, const std::vector<double> &extra_hz,
                           double tolerance, std::size_t most, PortNetwork &network,
                           std::vector<AffineTerm> terms, Index unknowns, int threads,
                           std::size_t most_columns)
    : frequencies_hz_(std::move(frequencies_hz)), tolerance_(tolerance), most_(most),
      network_(network), terms_(std::move(terms)), unknowns_(unknowns), threads_(threads) {
  if (frequencies_hz_.size() < 2)
    throw std::invalid_argument("a sweep over fewer than two frequencies");
  split(extra_hz, most_columns);
}

void ReducedSweep::split(const std::vector<double> &extra_hz, std::size_t most_columns) {
  for (std::size_t first = 0; first + 1 < frequencies_hz_.size();) {
    const std::vector<double> rest(frequencies_hz_.begin() + static_cast<std::ptrdiff_t>(first),
                                   frequencies_hz_.end());
    Band band;
    band.ports =
        std::make_unique<PortSpan>(network_, terms_, rest, extra_hz, most_columns, threads_);
    if (band.ports->covered() < 2 ||
        (bands_.size() + 1) * k_least_solves > std::max(most_, k_least_solves))
      return;
    band.first = first;
    first = band.last = first + band.ports->covered() - 1;
    bands_.push_back(std::move(band));
  }
  is_possible_ = true;
}

std::vector<std::size_t> ReducedSweep::first() const {
  return {bands_[0].first, bands_[0].last};
}

void ReducedSweep::add(std::size_t frequency, Values values) {
  solved_[frequency] = std::move(values);
}

void ReducedSweep::add_field(double frequency_hz, const Load &x) {
  if (now_ >= bands_.size())
    return;
  Band &band = bands_[now_];
  begin(band);
  if (frequency_hz <= frequencies_hz_[band.last])
    band.model->add(x);
  if (frequency_hz >= frequencies_hz_[band.last] && now_ + 1 < bands_.size())
    waiting_.emplace_back(frequency_hz, x);
}

// Makes the model of a band, with the fields that are known.
void ReducedSweep::begin(Band &band) {
  if (band.model)
    return;
  band.model = std::make_unique<ReducedModel>(terms_, *band.ports, unknowns_, threads_);
  const std::size_t left = most_ > solved_.size() ? most_ - solved_.size() : 0;
  band.most = solved_.size() + left / (bands_.size() - now_);
  const double last_hz = frequencies_hz_[band.last];
  for (const auto &[frequency_hz, x] : waiting_)
    if (frequency_hz <= last_hz)
      band.model->add(x);
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(),
                                [&](const auto &one) { return one.first < last_hz; }),
                 waiting_.end());
}

ReducedSweep::State ReducedSweep::evaluate(const Band &band) {
  State state;
  for (std::size_t f = 0; f <= band.last - band.first; ++f) {
    const FrequencyTerms &at = band.ports->terms()[f];
    network_.set(at.modes);
    const std::vector<PortMode> columns = network_.missing_columns();
    std::vector<Load> loads;
    for (const auto &[port, mode] : columns)
      loads.push_back(network_.load_of(port, mode));
    const std::vector<ReducedModel::Solution> solutions = band.model->solve(at, loads);
    double residual = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      network_.add(columns[c].port, band.model->on_ports(solutions[c].y), columns[c].mode);
      residual = std::max(residual, solutions[c].residual);
    }
    state.s.push_back(network_.scattering());
    state.residuals.push_back(residual);
  }
  return state;
}

double ReducedSweep::estimate(const Band &band, const State &now) const {
  const State &before = band.state;
  if (before.s.empty())
    return 1; // there is no state to compare with
  double error = 0;
  for (std::size_t f = 0; f < now.s.size(); ++f) {
    const double ratio =
        now.residuals[f] < before.residuals[f] ? now.residuals[f] / before.residuals[f] : 1;
    error = std::max(error, k_safety * distance(before.s[f], now.s[f]) * ratio * ratio);
  }
  return error;
}

bool ReducedSweep::is_all_solved(const Band &band) const {
  for (std::size_t f = band.first; f <= band.last; ++f)
    if (!is_solved(f))
      return false;
  return true;
}

std::optional<std::size_t> ReducedSweep::next_in(Band &band) {
  begin(band);
  for (const std::size_t end : {band.first, band.last})
    if (!is_solved(end))
      return end;
  State now = evaluate(band);
  band.error = is_all_solved(band) ? 0 : estimate(band, now);
  band.state = std::move(now);
  band.settled = band.error <= tolerance_ ? band.settled + 1 : 0;
  if ((band.settled >= k_settled_sweeps && doubt_of(band).empty()) || is_all_solved(band) ||
      solved_.size() >= band.most)
    return std::nullopt;
  std::optional<std::size_t> worst;
  for (std::size_t f = band.first; f <= band.last; ++f)
    if (!is_solved(f) && (!worst || band.state.residuals[f - band.first] >
                                        band.state.residuals[*worst - band.first]))
      worst = f;
  return worst;
}

std::optional<std::size_t> ReducedSweep::next() {
  for (; now_ < bands_.size(); ++now_) {
    Band &band = bands_[now_];
    if (const std::optional<std::size_t> frequency = next_in(band))
      return frequency;
    band.columns = band.model->size();
    band.bytes = band.model->bytes();
    if (band.ports->frequencies_hz().size() == band.ports->covered())
      band.model.reset(); // no field of it is wanted
  }
  return std::nullopt;
}

double ReducedSweep::worst_residual(const Band &band) const {
  double worst = 0;
  for (std::size_t f = 0; f < band.state.residuals.size(); ++f)
    if (!is_solved(band.first + f))
      worst = std::max(worst, band.state.residuals[f]);
  return worst;
}

std::string ReducedSweep::doubt_of(const Band &band) const {
  if (band.error > tolerance_)
    return error_above_tolerance(band.error, tolerance_);
  const double most = std::min(tolerance_, k_largest_residual);
  if (const double worst = worst_residual(band); worst > most)
    return fmt::format("with residuals of its model of up to {:.2g}, above {:.2g}, so that narrow "
                       "resonances may be missed",
                       worst, most);
  return "";
}

std::string ReducedSweep::doubt() const {
  for (const Band &band : bands_)
    if (const std::string text = doubt_of(band); !text.empty())
      return bands_.size() == 1
                 ? text
                 : fmt::format("{} (from {:.6g} to {:.6g} Hz)", text, frequencies_hz_[band.first],
                               frequencies_hz_[band.last]);
  return "";
}

double ReducedSweep::error() const {
  double largest = 0;
  for (const Band &band : bands_)
    largest = std::max(largest, band.error);
  return largest;
}

const ReducedSweep::Band &ReducedSweep::band_of(std::size_t frequency) const {
  for (const Band &band : bands_)
    if (band.contains(frequency))
      return band;
  throw std::invalid_argument("a frequency that is not of the sweep");
}

ReducedSweep::Values ReducedSweep::at(std::size_t frequency) const {
  if (const auto found = solved_.find(frequency); found != solved_.end())
    return found->second;
  const Band &band = band_of(frequency);
  return band.state.s.at(frequency - band.first);
}

bool ReducedSweep::is_known(std::size_t frequency) const {
  return is_solved(frequency) || !band_of(frequency).state.s.empty();
}

ReducedSweep::Field ReducedSweep::field(double frequency_hz, int port) {
  for (const Band &band : bands_) {
    const std::vector<double> &all = band.ports->frequencies_hz();
    const auto place = std::find(all.begin(), all.end(), frequency_hz);
    if (place == all.end() || !band.model)
      continue;
    const FrequencyTerms &at = band.ports->terms()[static_cast<std::size_t>(place - all.begin())];
    network_.set(at.modes);
    const ReducedModel::Solution solution = band.model->solve(at, {network_.load_of(port)}).front();
    return {band.model->field(solution.y), solution.residual};
  }
  throw std::invalid_argument("a field of a frequency that no model has");
}

nlohmann::ordered_json ReducedSweep::describe() const {
  std::size_t basis = 0, port_columns = 0;
  double residual = 0, bytes = 0;
  for (const Band &band : bands_) {
    basis = std::max(basis, band.model ? band.model->size() : band.columns);
    bytes = std::max(bytes, band.model ? band.model->bytes() : band.bytes);
    port_columns = std::max(port_columns, band.ports->size());
    residual = std::max(residual, worst_residual(band));
  }
  return {{"model", "reduced-order"},
          {"bands", bands_.size()},
          {"basis", basis},
          {"port_columns", port_columns},
          {"terms", names_of(terms_)},
          {"residual", residual},
          {"bytes", bytes}};
}

} // namespace curlew::fem
