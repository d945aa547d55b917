#pragma once

#include <curlew/core/parallel/reduce.hpp>
#include <curlew/methods/dgtd/ports/scalar_branches.hpp>
#include <curlew/methods/dgtd/ports/stage_network.hpp>
#include <curlew/methods/dgtd/ports/wall_loads.hpp>
#include <curlew/methods/dgtd/terms/currents.hpp>
#include <curlew/methods/shared/ports/port_recorder.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>

namespace curlew::dgtd {

// What a method in time with ports does beside its terms.
struct PortTime {
  double dt_s = 0;
  SchemeKind scheme = SchemeKind::central;
};

template <class Space> struct WeightedTerms {
  Kokkos::View<const Offset *, Space> at;
  Kokkos::View<const double *, Space> weights;
  Kokkos::View<double *, Space> field;
  KOKKOS_INLINE_FUNCTION double operator()(const Offset k) const {
    return weights(k) * field(at(k));
  }
};

// One port as a source and as an observer. A wave port adds to the equations of its tets
//   E  Y integral of N . E_inc,   H  Z integral of N . H_inc,
// E_inc = V e, H_inc = Y d x E_inc with d into the domain, what comes in through the flux (twice
// that in dfdd); a lumped port the current y(omega) E_s of its source, in upwind as the wave that
// its source sends through the flux. Of both
//   V = integral of E.e / |e|^2,   J = integral of H.(d x e) / |e|^2;
// V- = (V - Z J) / 2 is what goes out, by the characteristic, with V and J at their own times.
//
// On several ranks each has the port with its own faces. What is seen is the sum over all ranks,
// from which each steps the port's equation alike.
template <class Space> class PortWaves {
public:
  using Wave = PortRecorder::StaggeredWave;
  struct Seen {
    double electric_v = 0, magnetic_v = 0; // V, Z J
    double arriving() const { return electric_v - magnetic_v; }
  };

  PortWaves(const Problem &problem, const Port &port, const std::vector<PortDrive> &drives,
            const PortTime &time, const Slots &slots, const Updater<Space> &updater)
      : port_(port), time_(time), line_ohm_(1 / admittance_of(problem.materials[port.material])),
        is_upwind_(time.scheme == SchemeKind::upwind) {
    for (const PortDrive &drive : drives)
      if (drive.port == port.index)
        drive_ = drive;
    if (!port.is_wave()) {
      const SquareNetwork &network = problem.sheets[port.sheet].network;
      if (is_upwind_)
        stages_ = stage_network(network, line_ohm_);
      else
        of_source_.emplace(branches_of(network), time.dt_s),
            of_port_.emplace(branches_of(network), time.dt_s);
    }
    make_tables(problem, slots, updater);
  }

  // On this rank's faces.
  Seen observe(const Space &space, const Fields<Space> &fields) const {
    const auto sum = [&](const SourceEntries<Space> &entries,
                         const Kokkos::View<double *, Space> &field) {
      return ordered_sum(space, "curlew::dgtd::port_sum", static_cast<Offset>(entries.at.extent(0)),
                         WeightedTerms<Space>{entries.at, entries.weights, field});
    };
    return {sum(seen_electric_, fields.e), sum(seen_magnetic_, fields.h)};
  }

  void end(const Space &space, Side side, double t_s, Fields<Space> &fields) {
    const bool is_electric = side == Side::electric;
    if (port_.is_wave())
      return add(space, side, incident_v(t_s), fields);
    if (is_electric)
      add(space, side,
          of_source_->advance(source_v(t_s - 0.5 * time_.dt_s, t_s + 0.5 * time_.dt_s)), fields);
  }

  // Whether begin_stage() reads what is seen.
  bool is_seen_in_stages() const { return !port_.is_wave() && !port_.is_matched; }
  void begin_stage(const Stage &stage, const Seen &seen) {
    stage_v_ = incident_v(stage.t_s);
    if (port_.is_wave())
      return;
    const double source_v = 2 * incident_v(stage.t_s);
    stage_v_ = line_ohm_ * advance(stage, source_v, source_states_, source_increments_);
    if (!port_.is_matched)
      advance(stage, seen.arriving() - source_v, port_states_, port_increments_);
  }
  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) const {
    const double value = stage.dt_s * stage_v_;
    electric_.unknowns.add(space, value, fields.electric_own);
    electric_.unknowns.add(space, stage.b * value, fields.e);
    magnetic_.unknowns.add(space, value, fields.magnetic_own);
    magnetic_.unknowns.add(space, stage.b * value, fields.h);
  }

  // The waves after a step, at its end t_s.
  void record(double t_s, const Seen &seen, Wave &incoming, Wave &outgoing) {
    incoming = {incident_v(t_s), 0};
    if (port_.is_wave())
      outgoing = {0.5 * seen.electric_v, -0.5 * seen.magnetic_v};
    else if (is_upwind_)
      record_stages(seen, t_s, incoming, outgoing);
    else
      record_leapfrog(seen.electric_v, t_s, incoming, outgoing);
  }

  std::vector<double> numbers() const {
    std::vector<double> state{last_v_, source_states_[0], source_states_[1], port_states_[0],
                              port_states_[1]};
    for (const auto *branches : {&of_source_, &of_port_})
      if (*branches)
        (*branches)->save(state);
    return state;
  }
  void load_numbers(std::vector<double>::const_iterator &at) {
    for (double *number :
         {&last_v_, &source_states_[0], &source_states_[1], &port_states_[0], &port_states_[1]})
      *number = *at++;
    for (auto *branches : {&of_source_, &of_port_})
      if (*branches)
        (*branches)->load(at);
  }

private:
  double incident_v(double t_s) const { return drive_ ? (*drive_)(t_s) : 0; }
  // Behind the source's impedance, in the mean of two times.
  double source_v(double from_s, double to_s) const {
    return incident_v(from_s) + incident_v(to_s);
  }

  void add(const Space &space, Side side, double value, Fields<Space> &fields) const {
    const bool is_electric = side == Side::electric;
    const SideSource<Space> &source = is_electric ? electric_ : magnetic_;
    source.unknowns.add(space, value, is_electric ? fields.e : fields.h);
    source.own.add(space, value, is_electric ? fields.electric_own : fields.magnetic_own);
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
    if (port_.is_matched) {
      outgoing = {voltage - incoming.now_v, 0};
      return;
    }
    const double mean_v = 0.5 * (voltage + last_v_) - source_v(t_s - time_.dt_s, t_s);
    last_v_ = voltage;
    record_network(voltage, 0, -of_port_->advance(mean_v) * squares(), incoming, outgoing);
  }

  void record_stages(const Seen &seen, double t_s, Wave &incoming, Wave &outgoing) {
    const double w = seen.arriving();
    const double current = stages_.current(w - 2 * incident_v(t_s), port_states_);
    const double voltage = w - line_ohm_ * current;
    if (port_.is_matched)
      outgoing = {voltage - incoming.now_v, 0};
    else
      record_network(voltage, -current * squares(), 0, incoming, outgoing);
  }

  // From the voltage and the current into the structure, now and at the time of H.
  void record_network(double voltage, double now_a, double late_a, Wave &incoming,
                      Wave &outgoing) const {
    const double z = port_.impedance_ohm;
    incoming = {0.5 * (voltage + z * now_a), 0.5 * z * late_a};
    outgoing = {0.5 * (voltage - z * now_a), -0.5 * z * late_a};
  }
  double squares() const { return port_.width_m / port_.length_m; }

  void make_tables(const Problem &problem, const Slots &slots, const Updater<Space> &updater) {
    std::vector<Index> tets;
    std::vector<ModeLoad> loads;
    for (std::size_t f = 0; f < port_.faces.size(); ++f) {
      tets.push_back(port_.faces[f].tet);
      loads.push_back(mode_load(problem, port_, f));
    }
    const bool is_flux = port_.is_wave() || is_upwind_;
    const double twice = time_.scheme == SchemeKind::dfdd ? 2 : 1;
    const auto make = [&](Side side, double factor) {
      return make_side_source<Space>(
          tets, slots, problem.per_tet(), updater.own_size(), [&](std::size_t k) {
            std::vector<double> load =
                side == Side::electric ? loads[k].electric : loads[k].magnetic;
            for (double &entry : load)
              entry *= factor;
            return updater.respond(tets[k], side, load);
          });
    };
    electric_ = make(Side::electric, twice * (is_flux ? 1 / line_ohm_ : 1));
    if (is_flux)
      magnetic_ = make(Side::magnetic, twice);
    const auto see = [&](Side side, double factor) {
      return make_side_source<Space>(tets, slots, problem.per_tet(), 0,
                                     [&](std::size_t k) {
                                       Response weights{side == Side::electric ? loads[k].electric
                                                                               : loads[k].magnetic,
                                                        {}};
                                       for (double &weight : weights.unknowns)
                                         weight *= factor / port_.norm;
                                       return weights;
                                     })
          .unknowns;
    };
    seen_electric_ = see(Side::electric, 1);
    seen_magnetic_ = see(Side::magnetic, line_ohm_);
  }

  const Port &port_;
  PortTime time_;
  double line_ohm_;
  bool is_upwind_;
  std::optional<PortDrive> drive_;
  StageNetwork stages_;
  // lumped, leapfrog: of the source's voltage, and of the port's less that
  std::optional<ScalarBranches> of_source_, of_port_;
  double last_v_ = 0;
  // lumped, stages: the same
  double source_states_[2] = {0, 0}, source_increments_[2] = {0, 0};
  double port_states_[2] = {0, 0}, port_increments_[2] = {0, 0};
  double stage_v_ = 0; // of the wave that comes in
  SideSource<Space> electric_, magnetic_;
  SourceEntries<Space> seen_electric_, seen_magnetic_;
};

} // namespace curlew::dgtd
