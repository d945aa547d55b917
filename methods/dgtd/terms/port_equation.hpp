#pragma once

#include <curlew/methods/dgtd/ports/drive_formula.hpp>
#include <curlew/methods/dgtd/ports/scalar_branches.hpp>
#include <curlew/methods/dgtd/ports/stage_network.hpp>
#include <curlew/methods/dgtd/terms/term.hpp>
#include <curlew/methods/shared/ports/port_recorder.hpp>

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
  KOKKOS_INLINE_FUNCTION double arriving() const { return electric_v - magnetic_v; }
};

// Equation of one port, of numbers: from the observed voltages to what the port adds and to its
// waves. A wave port adds its incoming wave, a lumped port the current y(omega) E_s of its source,
// in upwind as the wave that its source sends through the flux. Kernels copy and step it.
class PortEquation {
public:
  using Wave = PortRecorder::StaggeredWave;

  PortEquation() = default;
  PortEquation(const Problem &problem, const Port &port, const DriveFormula &drive,
               const PortTime &time)
      : drive_(drive), dt_s_(time.dt_s), port_ohm_(port.impedance_ohm),
        line_ohm_(1 / admittance_of(problem.materials[port.material])),
        is_upwind_(time.scheme == SchemeKind::upwind) {
    const LumpedSheet *lumped = port.lumped();
    if (lumped == nullptr)
      return;
    is_lumped_ = true;
    is_matched_ = lumped->is_matched;
    per_square_ = 1 / lumped->shape.squares;
    const SquareNetwork &network = problem.sheets[lumped->sheet].network;
    if (is_upwind_)
      stages_ = stage_network(network, line_ohm_);
    else
      of_source_ = of_port_ = ScalarBranches(branches_of(network), time.dt_s);
  }

  // Leapfrog: returns what the port adds to a side through a step whose middle is t_s.
  KOKKOS_INLINE_FUNCTION double add(Side side, double t_s) {
    if (!is_lumped_)
      return incident_v(t_s);
    return side == Side::electric
               ? of_source_.advance(source_v(t_s - 0.5 * dt_s_, t_s + 0.5 * dt_s_))
               : 0;
  }

  // True where begin_stage() reads the observed voltages.
  bool is_seen_in_stages() const { return is_lumped_ && !is_matched_; }
  KOKKOS_INLINE_FUNCTION void begin_stage(const Stage &stage, const PortSeen &seen) {
    stage_v_ = incident_v(stage.t_s);
    if (!is_lumped_)
      return;
    const double source_v = 2 * incident_v(stage.t_s);
    stage_v_ = line_ohm_ * advance(stage, source_v, source_states_, source_increments_);
    if (!is_matched_)
      advance(stage, seen.arriving() - source_v, port_states_, port_increments_);
  }
  KOKKOS_INLINE_FUNCTION double stage_v() const { return stage_v_; } // incoming wave of the stage

  // Records the waves after a step, at its end t_s.
  KOKKOS_INLINE_FUNCTION void record(double t_s, const PortSeen &seen, Wave &incoming,
                                     Wave &outgoing) {
    incoming = {incident_v(t_s), 0};
    if (!is_lumped_)
      outgoing = {0.5 * seen.electric_v, -0.5 * seen.magnetic_v};
    else if (is_upwind_)
      record_stages(seen, t_s, incoming, outgoing);
    else
      record_leapfrog(seen.electric_v, t_s, incoming, outgoing);
  }

  void save(std::vector<double> &state) const {
    state.insert(state.end(),
                 {last_v_, source_states_[0], source_states_[1], port_states_[0], port_states_[1]});
    for (const ScalarBranches *branches : {&of_source_, &of_port_})
      branches->save(state);
  }
  void load(std::vector<double>::const_iterator &at) {
    for (double *number :
         {&last_v_, &source_states_[0], &source_states_[1], &port_states_[0], &port_states_[1]})
      *number = *at++;
    for (ScalarBranches *branches : {&of_source_, &of_port_})
      branches->load(at);
  }

private:
  KOKKOS_INLINE_FUNCTION double incident_v(double t_s) const { return drive_(t_s); }
  // Returns the voltage behind the source's impedance, in the mean of two times.
  KOKKOS_INLINE_FUNCTION double source_v(double from_s, double to_s) const {
    return incident_v(from_s) + incident_v(to_s);
  }

  KOKKOS_INLINE_FUNCTION double advance(const Stage &stage, double w, double (&states)[2],
                                        double (&increments)[2]) const {
    double rates[2];
    const double current = stages_.current(w, states);
    stages_.rates(w, states, rates);
    for (int k = 0; k < 2; ++k) {
      increments[k] = stage.a * increments[k] + stage.dt_s * rates[k];
      states[k] += stage.b * increments[k];
    }
    return current;
  }

  KOKKOS_INLINE_FUNCTION void record_leapfrog(double voltage, double t_s, Wave &incoming,
                                              Wave &outgoing) {
    if (is_matched_) {
      outgoing = {voltage - incoming.now_v, 0};
      return;
    }
    const double mean_v = 0.5 * (voltage + last_v_) - source_v(t_s - dt_s_, t_s);
    last_v_ = voltage;
    record_network(voltage, 0, -of_port_.advance(mean_v) * per_square_, incoming, outgoing);
  }

  KOKKOS_INLINE_FUNCTION void record_stages(const PortSeen &seen, double t_s, Wave &incoming,
                                            Wave &outgoing) {
    const double w = seen.arriving();
    const double current = stages_.current(w - 2 * incident_v(t_s), port_states_);
    const double voltage = w - line_ohm_ * current;
    if (is_matched_)
      outgoing = {voltage - incoming.now_v, 0};
    else
      record_network(voltage, -current * per_square_, 0, incoming, outgoing);
  }

  // Computes the waves from the voltage and the current into the structure, now and at the time of
  // H.
  KOKKOS_INLINE_FUNCTION void record_network(double voltage, double now_a, double late_a,
                                             Wave &incoming, Wave &outgoing) const {
    const double z = port_ohm_;
    incoming = {0.5 * (voltage + z * now_a), 0.5 * z * late_a};
    outgoing = {0.5 * (voltage - z * now_a), -0.5 * z * late_a};
  }

  DriveFormula drive_;
  double dt_s_ = 0, port_ohm_ = 0, line_ohm_ = 0;
  double per_square_ = 0; // lumped: 1 / its squares
  bool is_lumped_ = false, is_matched_ = true, is_upwind_ = false;
  StageNetwork stages_;
  // lumped, leapfrog: branches of the source's voltage, and of the port's voltage minus it
  ScalarBranches of_source_, of_port_;
  double last_v_ = 0;
  // lumped, stages: the same
  double source_states_[2] = {0, 0}, source_increments_[2] = {0, 0};
  double port_states_[2] = {0, 0}, port_increments_[2] = {0, 0};
  double stage_v_ = 0;
};

} // namespace curlew::dgtd
