#include <curlew/methods/shared/ports/port_recorder.hpp>

#include <curlew/core/constants.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace curlew {

PortRecorder::PortRecorder(std::vector<double> impedances_ohm, std::vector<double> frequencies_hz,
                           double dt_s, std::int64_t steps)
    : impedances_ohm_(std::move(impedances_ohm)), frequencies_hz_(std::move(frequencies_hz)),
      dt_s_(dt_s), steps_(steps), sums_(4 * frequencies_hz_.size() * impedances_ohm_.size(), 0),
      late_sums_(2 * frequencies_hz_.size() * impedances_ohm_.size(), 0),
      late_parts_(2 * impedances_ohm_.size(), 0) {}

void PortRecorder::add(std::int64_t step, const std::vector<double> &incident_v,
                       const std::vector<double> &voltage_v) {
  std::vector<double> outgoing(ports()), incoming(ports());
  for (std::size_t p = 0; p < ports(); ++p) {
    const double root = std::sqrt(impedances_ohm_[p]);
    incoming[p] = incident_v[p] / root;
    outgoing[p] = (voltage_v[p] - incident_v[p]) / root;
  }
  add_rows(step, incoming, outgoing);
  transform(static_cast<double>(step), 0, incoming);
  transform(static_cast<double>(step), 1, outgoing);
}

void PortRecorder::add(std::int64_t step, double lag, const std::vector<StaggeredWave> &incoming,
                       const std::vector<StaggeredWave> &outgoing) {
  const std::vector<StaggeredWave> *waves[2] = {&incoming, &outgoing};
  std::vector<double> rows[2];
  for (int w = 0; w < 2; ++w) {
    std::vector<double> now(ports()), late(ports());
    rows[w].resize(ports());
    for (std::size_t p = 0; p < ports(); ++p) {
      const double root = std::sqrt(impedances_ohm_[p]);
      now[p] = (*waves[w])[p].now_v / root;
      late[p] = (*waves[w])[p].late_v / root;
      double &before = late_parts_[2 * p + w];
      rows[w][p] = now[p] + late[p] + lag * (late[p] - before);
      before = late[p];
    }
    transform(static_cast<double>(step), w, now);
    transform(static_cast<double>(step) - lag, w, late);
  }
  add_rows(step, rows[0], rows[1]);
}

void PortRecorder::add_rows(std::int64_t step, const std::vector<double> &incoming,
                            const std::vector<double> &outgoing) {
  for (std::size_t p = 0; p < ports(); ++p) {
    const double root = std::sqrt(impedances_ohm_[p]);
    if (has_rows_)
      rows_.insert(rows_.end(), {(incoming[p] + outgoing[p]) * root,
                                 (incoming[p] - outgoing[p]) / root, incoming[p], outgoing[p]});
    energy_ += outgoing[p] * outgoing[p];
    if (step >= late_from())
      late_energy_ += outgoing[p] * outgoing[p];
  }
}

void PortRecorder::transform(double steps, int wave, const std::vector<double> &values) {
  for (std::size_t f = 0; f < frequencies_hz_.size(); ++f) {
    // The phase is a part of a turn, so that its rounding does not grow with the steps.
    const double turns = frequencies_hz_[f] * dt_s_ * steps;
    const double phase = -2 * k_pi * (turns - std::floor(turns));
    const double re = dt_s_ * std::cos(phase), im = dt_s_ * std::sin(phase);
    for (std::size_t p = 0; p < ports(); ++p) {
      double *sum = &sums_[4 * (f * ports() + p) + 2 * wave];
      sum[0] += re * values[p];
      sum[1] += im * values[p];
      if (wave == 1 && steps >= static_cast<double>(late_from())) {
        double *late = &late_sums_[2 * (f * ports() + p)];
        late[0] += re * values[p];
        late[1] += im * values[p];
      }
    }
  }
}

std::vector<double> PortRecorder::take_rows() {
  std::vector<double> rows;
  rows.swap(rows_);
  return rows;
}

PortRecorder::Waves PortRecorder::waves(std::size_t frequency, std::size_t port) const {
  const double *sum = &sums_.at(4 * (frequency * ports() + port));
  return {{sum[0], sum[1]}, {sum[2], sum[3]}};
}

double PortRecorder::late_part() const {
  return energy_ > 0 ? late_energy_ / energy_ : 0;
}

double PortRecorder::late_change() const {
  // Below this share of the strongest, no wave has the frequency.
  constexpr double k_nothing = 1e-10;
  std::vector<double> in(frequencies_hz_.size(), 0), late(frequencies_hz_.size(), 0);
  double strongest = 0;
  for (std::size_t f = 0; f < frequencies_hz_.size(); ++f) {
    for (std::size_t p = 0; p < ports(); ++p) {
      const std::size_t at = f * ports() + p;
      in[f] = std::max(in[f], std::hypot(sums_[4 * at], sums_[4 * at + 1]));
      late[f] = std::max(late[f], std::hypot(late_sums_[2 * at], late_sums_[2 * at + 1]));
    }
    strongest = std::max(strongest, in[f]);
  }
  double largest = 0;
  for (std::size_t f = 0; f < frequencies_hz_.size(); ++f)
    if (in[f] > k_nothing * strongest)
      largest = std::max(largest, late[f] / in[f]);
  return largest;
}

std::vector<double> PortRecorder::save() const {
  std::vector<double> state = sums_;
  state.insert(state.end(), late_parts_.begin(), late_parts_.end());
  state.insert(state.end(), late_sums_.begin(), late_sums_.end());
  state.insert(state.end(), {energy_, late_energy_, static_cast<double>(late_from())});
  return state;
}

void PortRecorder::load(const std::vector<double> &state) {
  const std::size_t waves = sums_.size() + late_parts_.size(), first = waves + late_sums_.size();
  if (state.size() != first + 3)
    throw std::invalid_argument("port recorder: a state of other ports or frequencies");
  const auto begin = state.begin();
  std::copy(begin, begin + static_cast<std::ptrdiff_t>(sums_.size()), sums_.begin());
  std::copy(begin + static_cast<std::ptrdiff_t>(sums_.size()),
            begin + static_cast<std::ptrdiff_t>(waves), late_parts_.begin());
  energy_ = state[first];
  // In a run that was extended, the last tenth is elsewhere.
  const bool is_same = state[first + 2] == static_cast<double>(late_from());
  late_energy_ = is_same ? state[first + 1] : 0;
  if (is_same)
    std::copy(begin + static_cast<std::ptrdiff_t>(waves),
              begin + static_cast<std::ptrdiff_t>(first), late_sums_.begin());
  else
    std::fill(late_sums_.begin(), late_sums_.end(), 0.0);
}

} // namespace curlew
