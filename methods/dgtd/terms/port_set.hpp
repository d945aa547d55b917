#pragma once

#include <curlew/methods/dgtd/terms/port_waves.hpp>

#include <memory>

namespace curlew::dgtd {

// All ports of a run, and the recorder of their waves.
template <class Space> class PortSet final : public Term<Space> {
public:
  PortSet(const Problem &problem, const std::vector<PortDrive> &drives,
          const std::vector<double> &frequencies_hz, const PortTime &time, std::int64_t steps,
          const Slots &slots, const Updater<Space> &updater)
      : ranks_(problem.ownership.ranks), time_(time),
        recorder_(impedances(problem), frequencies_hz, time.dt_s, steps) {
    for (const Port &port : problem.ports)
      ports_.push_back(
          std::make_unique<PortWaves<Space>>(problem, port, drives, time, slots, updater));
  }

  void end(const Space &space, Side side, double t_s, Fields<Space> &fields) override {
    for (const auto &port : ports_)
      port->end(space, side, t_s, fields);
  }
  void begin_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    const std::vector<Seen> seen =
        observe(space, fields, [](const Waves &port) { return port.is_seen_in_stages(); });
    for (std::size_t p = 0; p < ports_.size(); ++p)
      ports_[p]->begin_stage(stage, seen[p]);
  }
  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (const auto &port : ports_)
      port->end_stage(space, stage, fields);
  }

  // After `steps` steps of the run. Collective.
  void record(const Space &space, std::int64_t steps, const Fields<Space> &fields) {
    const double t_s = static_cast<double>(steps) * time_.dt_s;
    std::vector<PortRecorder::StaggeredWave> incoming(ports_.size()), outgoing(ports_.size());
    const std::vector<Seen> seen = observe(space, fields, [](const Waves &) { return true; });
    for (std::size_t p = 0; p < ports_.size(); ++p)
      ports_[p]->record(t_s, seen[p], incoming[p], outgoing[p]);
    recorder_.add(steps, time_.scheme == SchemeKind::upwind ? 0 : 0.5, incoming, outgoing);
  }
  PortRecorder &recorder() { return recorder_; }
  const PortRecorder &recorder() const { return recorder_; }

  void save(const Space &, FieldState &state) const override {
    if (ports_.empty())
      return;
    std::vector<double> &numbers = state[k_numbers];
    for (const auto &port : ports_)
      for (const double number : port->numbers())
        numbers.push_back(number);
    state[k_waves] = recorder_.save();
  }
  void load(const Space &, const FieldState &state) override {
    if (ports_.empty())
      return;
    auto at = state.at(k_numbers).begin();
    for (const auto &port : ports_)
      port->load_numbers(at);
    recorder_.load(state.at(k_waves));
  }

private:
  using Waves = PortWaves<Space>;
  using Seen = typename Waves::Seen;
  // In a checkpoint; all ranks have the same (ranks/whole_state.hpp).
  static constexpr const char *k_numbers = "ports.common", *k_waves = "port_waves.common";

  // What is seen at the ports that are wanted, with one sum over all ranks for all of them.
  template <class Predicate>
  std::vector<Seen> observe(const Space &space, const Fields<Space> &fields,
                            const Predicate &is_wanted) const {
    std::vector<double> sums;
    for (const auto &port : ports_)
      if (is_wanted(*port)) {
        const Seen here = port->observe(space, fields);
        sums.insert(sums.end(), {here.electric_v, here.magnetic_v});
      }
    if (!sums.empty())
      ranks_.sum(sums);
    std::vector<Seen> seen(ports_.size());
    auto sum = sums.begin();
    for (std::size_t p = 0; p < ports_.size(); ++p)
      if (is_wanted(*ports_[p])) {
        seen[p].electric_v = *sum++;
        seen[p].magnetic_v = *sum++;
      }
    return seen;
  }

  static std::vector<double> impedances(const Problem &problem) {
    std::vector<double> result;
    for (const Port &port : problem.ports)
      result.push_back(port.impedance_ohm);
    return result;
  }

  Communicator ranks_;
  PortTime time_;
  std::vector<std::unique_ptr<PortWaves<Space>>> ports_;
  PortRecorder recorder_;
};

} // namespace curlew::dgtd
