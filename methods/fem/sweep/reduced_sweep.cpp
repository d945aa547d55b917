#include <curlew/methods/fem/sweep/reduced_sweep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace curlew::fem {
namespace {

constexpr int k_settled_sweeps = 2;
constexpr double k_safety = 10; // factor of the estimated error
constexpr double k_largest_residual = 1e-2;

std::vector<double> joined(std::vector<double> a, const std::vector<double> &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

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

ReducedSweep::ReducedSweep(const std::vector<double> &frequencies_hz,
                           const std::vector<double> &extra_hz, double tolerance, std::size_t most,
                           PortNetwork &network, std::vector<AffineTerm> terms, Index unknowns,
                           int threads)
    : count_(frequencies_hz.size()), frequencies_hz_(joined(frequencies_hz, extra_hz)),
      tolerance_(tolerance), most_(most), network_(network), names_(names_of(terms)),
      ports_(network, terms, frequencies_hz_, threads),
      model_(std::move(terms), ports_, unknowns, threads) {
  if (count_ < 2)
    throw std::invalid_argument("a sweep over fewer than two frequencies");
}

std::vector<std::size_t> ReducedSweep::first() const {
  return {0, count_ - 1};
}

void ReducedSweep::add(std::size_t frequency, Values values) {
  solved_[frequency] = std::move(values);
}

ReducedSweep::State ReducedSweep::evaluate() {
  State state;
  for (std::size_t f = 0; f < count_; ++f) {
    const FrequencyTerms &at = ports_.terms()[f];
    network_.set(at.modes);
    const std::vector<PortMode> columns = network_.missing_columns();
    std::vector<Load> loads;
    for (const auto &[port, mode] : columns)
      loads.push_back(network_.load_of(port, mode));
    const std::vector<ReducedModel::Solution> solutions = model_.solve(at, loads);
    double residual = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      network_.add(columns[c].port, model_.on_ports(solutions[c].y), columns[c].mode);
      residual = std::max(residual, solutions[c].residual);
    }
    state.s.push_back(network_.scattering());
    state.residuals.push_back(residual);
  }
  return state;
}

double ReducedSweep::estimate(const State &before, const State &now) const {
  if (before.s.empty())
    return 1; // there is no state to compare with
  double error = 0;
  for (std::size_t f = 0; f < count_; ++f) {
    const double ratio =
        now.residuals[f] < before.residuals[f] ? now.residuals[f] / before.residuals[f] : 1;
    error = std::max(error, k_safety * distance(before.s[f], now.s[f]) * ratio * ratio);
  }
  return error;
}

std::optional<std::size_t> ReducedSweep::next() {
  State now = evaluate();
  error_ = solved_.size() == count_ ? 0 : estimate(state_, now);
  state_ = std::move(now);
  settled_ = error_ <= tolerance_ ? settled_ + 1 : 0;
  if ((settled_ >= k_settled_sweeps && is_converged()) || solved_.size() >= std::min(most_, count_))
    return std::nullopt;
  std::optional<std::size_t> worst;
  for (std::size_t f = 0; f < count_; ++f)
    if (!is_solved(f) && (!worst || state_.residuals[f] > state_.residuals[*worst]))
      worst = f;
  return worst;
}

double ReducedSweep::worst_residual() const {
  double worst = 0;
  for (std::size_t f = 0; f < state_.residuals.size(); ++f)
    if (!is_solved(f))
      worst = std::max(worst, state_.residuals[f]);
  return worst;
}

std::string ReducedSweep::doubt() const {
  if (error_ > tolerance_)
    return error_above_tolerance(error_, tolerance_);
  const double most = std::min(tolerance_, k_largest_residual);
  if (const double worst = worst_residual(); worst > most)
    return fmt::format("with residuals of its model of up to {:.2g}, above {:.2g}, so that narrow "
                       "resonances may be missed",
                       worst, most);
  return "";
}

ReducedSweep::Values ReducedSweep::at(std::size_t frequency) const {
  if (const auto found = solved_.find(frequency); found != solved_.end())
    return found->second;
  return state_.s.at(frequency);
}

bool ReducedSweep::is_known(std::size_t frequency) const {
  return is_solved(frequency) || !state_.s.empty();
}

ReducedSweep::Field ReducedSweep::field(double frequency_hz, int port) {
  const auto place = std::find(frequencies_hz_.begin(), frequencies_hz_.end(), frequency_hz);
  const FrequencyTerms &at =
      ports_.terms().at(static_cast<std::size_t>(place - frequencies_hz_.begin()));
  network_.set(at.modes);
  const ReducedModel::Solution solution = model_.solve(at, {network_.load_of(port)}).front();
  return {model_.field(solution.y), solution.residual};
}

nlohmann::ordered_json ReducedSweep::describe() const {
  return {{"model", "reduced-order"},      {"basis", model_.size()},
          {"port_columns", ports_.size()}, {"terms", names_},
          {"residual", worst_residual()},  {"bytes", model_.bytes()}};
}

} // namespace curlew::fem
