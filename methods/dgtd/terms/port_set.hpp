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
      : time_(time), recorder_(impedances(problem), frequencies_hz, time.dt_s, steps) {
    for (const Port &port : problem.ports)
      ports_.push_back(
          std::make_unique<PortWaves<Space>>(problem, port, drives, time, slots, updater));
  }

  void end(const Space &space, Side side, double t_s, Fields<Space> &fields) override {
    for (const auto &port : ports_)
      port->end(space, side, t_s, fields);
  }
  void begin_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (const auto &port : ports_)
      port->begin_stage(space, stage, fields);
  }
  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (const auto &port : ports_)
      port->end_stage(space, stage, fields);
  }

  // After `steps` steps of the run.
  void record(const Space &space, std::int64_t steps, const Fields<Space> &fields) {
    const double t_s = static_cast<double>(steps) * time_.dt_s;
    std::vector<PortRecorder::StaggeredWave> incoming(ports_.size()), outgoing(ports_.size());
    for (std::size_t p = 0; p < ports_.size(); ++p)
      ports_[p]->record(space, t_s, fields, incoming[p], outgoing[p]);
    recorder_.add(steps, time_.scheme == SchemeKind::upwind ? 0 : 0.5, incoming, outgoing);
  }
  PortRecorder &recorder() { return recorder_; }
  const PortRecorder &recorder() const { return recorder_; }

  void save(const Space &, FieldState &state) const override {
    if (ports_.empty())
      return;
    std::vector<double> &numbers = state["ports"];
    for (const auto &port : ports_)
      for (const double number : port->numbers())
        numbers.push_back(number);
    state["port_waves"] = recorder_.save();
  }
  void load(const Space &, const FieldState &state) override {
    if (ports_.empty())
      return;
    auto at = state.at("ports").begin();
    for (const auto &port : ports_)
      port->load_numbers(at);
    recorder_.load(state.at("port_waves"));
  }

private:
  static std::vector<double> impedances(const Problem &problem) {
    std::vector<double> result;
    for (const Port &port : problem.ports)
      result.push_back(port.impedance_ohm);
    return result;
  }

  PortTime time_;
  std::vector<std::unique_ptr<PortWaves<Space>>> ports_;
  PortRecorder recorder_;
};

} // namespace curlew::dgtd
