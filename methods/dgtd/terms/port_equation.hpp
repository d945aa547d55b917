#pragma once

#include <curlew/methods/dgtd/ports/scalar_branches.hpp>
#include <curlew/methods/dgtd/ports/stage_network.hpp>
#include <curlew/methods/dgtd/terms/term.hpp>
#include <curlew/methods/shared/ports/port_recorder.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>

#include <optional>
#include <vector>

namespace curlew::dgtd {

// Time step and scheme of a method in time with ports.
struct PortTime {
  double dt_s = 0;
  SchemeKind scheme = SchemeKind::central;
};

// Voltages that a port observes: V and Z J.
struct PortSeen {
  double electric_v = 0, magnetic_v = 0;
  double arriving() const { return electric_v - magnetic_v; }
};

// Equation of one port, of numbers: from the observed voltages to what the port adds and to its
// waves. A wave port adds its incoming wave, a lumped port the current y(omega) E_s of its source,
// in upwind as the wave that its source sends through the flux.
class PortEquation {
public:
  using Wave = PortRecorder::StaggeredWave;

  PortEquation(const Problem &problem, const Port &port, const PortDrive *drive,
               const PortTime &time)
      : port_(port), lumped_(port.lumped()), time_(time),
        line_ohm_(1 / admittance_of(problem.materials[port.material])),
        is_upwind_(time.scheme == SchemeKind::upwind) {
    if (drive != nullptr)
      drive_ = *drive;
    if (lumped_ == nullptr)
      return;
    const SquareNetwork &network = problem.sheets[lumped_->sheet].network;
    if (is_upwind_)
      stages_ = stage_network(network, line_ohm_);
    else
      of_source_.emplace(branches_of(network), time.dt_s),
          of_port_.emplace(branches_of(network), time.dt_s);
  }

  // Leapfrog: returns what the port adds to a side through a step whose middle is t_s.
  double add(Side side, double t_s) {
    if (lumped_ == nullptr)
      return incident_v(t_s);
    return side == Side::electric
               ? of_source_->advance(source_v(t_s - 0.5 * time_.dt_s, t_s + 0.5 * time_.dt_s))
               : 0;
  }

  // True where begin_stage() reads the observed voltages.
  bool is_seen_in_stages() const { return lumped_ != nullptr && !lumped_->is_matched; }
  void begin_stage(const Stage &stage, const PortSeen &seen) {
    stage_v_ = incident_v(stage.t_s);
    if (lumped_ == nullptr)
      return;
    const double source_v = 2 * incident_v(stage.t_s);
    stage_v_ = line_ohm_ * advance(stage, source_v, source_states_, source_increments_);
    if (!lumped_->is_matched)
      advance(stage, seen.arriving() - source_v, port_states_, port_increments_);
  }
  double stage_v() const { return stage_v_; } // incoming wave of the stage

  // Records the waves after a step, at its end t_s.
  void record(double t_s, const PortSeen &seen, Wave &incoming, Wave &outgoing) {
    incoming = {incident_v(t_s), 0};
    if (lumped_ == nullptr)
      outgoing = {0.5 * seen.electric_v, -0.5 * seen.magnetic_v};
    else if (is_upwind_)
      record_stages(seen, t_s, incoming, outgoing);
    else
      record_leapfrog(seen.electric_v, t_s, incoming, outgoing);
  }

  void save(std::vector<double> &state) const {
    state.insert(state.end(),
                 {last_v_, source_states_[0], source_states_[1], port_states_[0], port_states_[1]});
    for (const auto *branches : {&of_source_, &of_port_})
      if (*branches)
        (*branches)->save(state);
  }
  void load(std::vector<double>::const_iterator &at) {
    for (double *number :
         {&last_v_, &source_states_[0], &source_states_[1], &port_states_[0], &port_states_[1]})
      *number = *at++;
    for (auto *branches : {&of_source_, &of_port_})
      if (*branches)
        (*branches)->load(at);
  }

private:
  double incident_v(double t_s) const { return drive_ ? (*drive_)(t_s) : 0; }
  // Returns the voltage behind the source's impedance, in the mean of two times.
  double source_v(double from_s, double to_s) const {
    return incident_v(from_s) + incident_v(to_s);
  }

  double advance(const Stage &stage, double w, double (&states)[2], double (&increments)[2]) const {
    double rates[2];
    const double current = stages_.current(w, states);
    stages_.rates(w, states, rates);
    for (int k = 0; k < 2; ++k) {
      increments[k] = stage.a * increments[k] + stage.dt_s * rates[k];
      states[k] += stage.b * increments[k];
    }
    return current;
  }

  void record_leapfrog(double voltage, double t_s, Wave &incoming, Wave &outgoing) {
    if (lumped_->is_matched) {
      outgoing = {voltage - incoming.now_v, 0};
      return;
    }
    const double mean_v = 0.5 * (voltage + last_v_) - source_v(t_s - time_.dt_s, t_s);
    last_v_ = voltage;
    record_network(voltage, 0, -of_port_->advance(mean_v) * squares(), incoming, outgoing);
  }

  void record_stages(const PortSeen &seen, double t_s, Wave &incoming, Wave &outgoing) {
    const double w = seen.arriving();
    const double current = stages_.current(w - 2 * incident_v(t_s), port_states_);
    const double voltage = w - line_ohm_ * current;
    if (lumped_->is_matched)
      outgoing = {voltage - incoming.now_v, 0};
    else
      record_network(voltage, -current * squares(), 0, incoming, outgoing);
  }

  // Computes the waves from the voltage and the current into the structure, now and at the time of
  // H.
  void record_network(double voltage, double now_a, double late_a, Wave &incoming,
                      Wave &outgoing) const {
    const double z = port_.impedance_ohm;
    incoming = {0.5 * (voltage + z * now_a), 0.5 * z * late_a};
    outgoing = {0.5 * (voltage - z * now_a), -0.5 * z * late_a};
  }
  double squares() const { return 1 / lumped_->shape.squares; }

  const Port &port_;
  const LumpedSheet *lumped_; // null: a wave port
  PortTime time_;
  double line_ohm_;
  bool is_upwind_;
  std::optional<PortDrive> drive_;
  StageNetwork stages_;
  // lumped, leapfrog: branches of the source's voltage, and of the port's voltage minus it
  std::optional<ScalarBranches> of_source_, of_port_;
  double last_v_ = 0;
  // lumped, stages: the same
  double source_states_[2] = {0, 0}, source_increments_[2] = {0, 0};
  double port_states_[2] = {0, 0}, port_increments_[2] = {0, 0};
  double stage_v_ = 0;
};

} // namespace curlew::dgtd
