#pragma once

#include <curlew/methods/dgtd/terms/port_equation.hpp>
#include <curlew/methods/dgtd/terms/port_loads.hpp>

#include <algorithm>
#include <map>

namespace curlew::dgtd {

// All ports of a run as sources and as observers of their waves. A wave port adds its incoming wave
// to the equations of its tets through the flux (twice that in dfdd):
//   E  Y integral of N . E_inc,   H  Z integral of N . H_inc,
// with E_inc = V e, H_inc = Y d x E_inc and d into the domain. A lumped port adds what PortEquation
// computes. Both observe
//   V = integral of E.e / |e|^2,   J = integral of H.(d x e) / |e|^2;
// V- = (V - Z J) / 2 is the outgoing wave, by the characteristic, with V and J at their own times.
//
// One kernel observes all ports, and one adds what all send into an array of unknowns; numbers of
// ports cross between host and device together. On several ranks each has the ports with its own
// faces. The observed voltages are the sum over all ranks, from which each steps the equations
// alike.
template <class Space> class PortSet final : public Term<Space> {
public:
  PortSet(const Problem &problem, const std::vector<PortDrive> &drives, const PortTime &time,
          const Slots &slots, const Updater<Space> &updater)
      : ranks_(problem.ownership.ranks), time_(time),
        to_add_("curlew::dgtd::port_values", problem.ports.size()),
        values_(problem.ports.size(), 0) {
    std::map<int, const PortDrive *> drive_of;
    for (const PortDrive &drive : drives)
      drive_of[drive.port] = &drive;
    for (const Port &port : problem.ports) {
      const auto drive = drive_of.find(port.index);
      ports_.emplace_back(problem, port, drive == drive_of.end() ? nullptr : drive->second, time);
      is_idle_.push_back(port.is_wave() && port.faces.empty());
    }
    if (!ports_.empty())
      loads_ = make_port_loads<Space>(problem, time.scheme, slots, updater);
  }

  void end(const Space &space, Side side, double t_s, Fields<Space> &fields) override {
    for (std::size_t p = 0; p < ports_.size(); ++p)
      values_[p] = is_idle_[p] ? 0 : ports_[p].add(side, t_s);
    if (!send_values(space))
      return;
    const bool is_electric = side == Side::electric;
    const SidePortLoads<Space> &load = is_electric ? loads_.electric : loads_.magnetic;
    load.unknowns.add(space, 1, to_add_, is_electric ? fields.e : fields.h);
    load.own.add(space, 1, to_add_, is_electric ? fields.electric_own : fields.magnetic_own);
  }
  void begin_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    std::vector<PortSeen> seen(ports_.size());
    if (std::any_of(ports_.begin(), ports_.end(),
                    [](const PortEquation &port) { return port.is_seen_in_stages(); }))
      seen = observe(space, fields);
    for (std::size_t p = 0; p < ports_.size(); ++p)
      ports_[p].begin_stage(stage, seen[p]);
  }
  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (std::size_t p = 0; p < ports_.size(); ++p)
      values_[p] = stage.dt_s * ports_[p].stage_v();
    if (!send_values(space))
      return;
    loads_.electric.unknowns.add(space, 1, to_add_, fields.electric_own);
    loads_.electric.unknowns.add(space, stage.b, to_add_, fields.e);
    loads_.magnetic.unknowns.add(space, 1, to_add_, fields.magnetic_own);
    loads_.magnetic.unknowns.add(space, stage.b, to_add_, fields.h);
  }

  // Adds the waves after `steps` steps of the run. Collective.
  void record(const Space &space, std::int64_t steps, const Fields<Space> &fields,
              PortRecorder &waves) {
    const double t_s = static_cast<double>(steps) * time_.dt_s;
    std::vector<PortRecorder::StaggeredWave> incoming(ports_.size()), outgoing(ports_.size());
    const std::vector<PortSeen> seen = observe(space, fields);
    for (std::size_t p = 0; p < ports_.size(); ++p)
      ports_[p].record(t_s, seen[p], incoming[p], outgoing[p]);
    waves.add(steps, time_.scheme == SchemeKind::upwind ? 0 : 0.5, incoming, outgoing);
  }

  void save(const Space &, FieldState &state) const override {
    if (ports_.empty())
      return;
    std::vector<double> &numbers = state[k_numbers];
    for (const PortEquation &port : ports_)
      port.save(numbers);
  }
  void load(const Space &, const FieldState &state) override {
    if (ports_.empty())
      return;
    auto at = state.at(k_numbers).begin();
    for (PortEquation &port : ports_)
      port.load(at);
  }

private:
  // Name in a checkpoint; all ranks have the same numbers (ranks/whole_state.hpp).
  static constexpr const char *k_numbers = "ports.common";

  // Returns the voltages at all ports, with one sum over all ranks.
  std::vector<PortSeen> observe(const Space &space, const Fields<Space> &fields) const {
    std::vector<double> sums = loads_.seen.of(space, fields.e, fields.h);
    if (!sums.empty())
      ranks_.sum(sums);
    std::vector<PortSeen> seen(ports_.size());
    for (std::size_t p = 0; p < ports_.size(); ++p)
      seen[p] = {sums[2 * p], sums[2 * p + 1]};
    return seen;
  }

  // Copies the values of all ports to the device; returns false where all are 0.
  bool send_values(const Space &space) {
    if (std::all_of(values_.begin(), values_.end(), [](double value) { return value == 0; }))
      return false;
    copy_to_view(space, values_, to_add_);
    return true;
  }

  Communicator ranks_;
  PortTime time_;
  std::vector<PortEquation> ports_;
  std::vector<bool> is_idle_; // [port]: true where its wave enters on other ranks
  PortLoads<Space> loads_;
  Kokkos::View<double *, Space> to_add_; // [port]
  std::vector<double> values_;           // the same
};

} // namespace curlew::dgtd
