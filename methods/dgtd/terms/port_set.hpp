#pragma once

#include <curlew/methods/dgtd/ports/wave_sums.hpp>
#include <curlew/methods/dgtd/terms/port_kernels.hpp>
#include <curlew/methods/dgtd/terms/port_loads.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>

#include <deque>
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
// Kernels over all ports observe them, step their equations (PortEquation) and add what they send
// into an array of unknowns; on one rank no number of a port crosses to the host. On several ranks
// each observes its own faces. The observed voltages are the sum over all ranks, from which each
// steps the equations alike.
template <class Space> class PortSet final : public Term<Space> {
public:
  PortSet(const Problem &problem, const std::vector<PortDrive> &drives, const PortTime &time,
          const Slots &slots, const Updater<Space> &updater)
      : ranks_(problem.ownership.ranks), time_(time),
        to_add_("curlew::dgtd::port_values", problem.ports.size()),
        waves_("curlew::dgtd::port_parts", 4 * problem.ports.size()) {
    if (problem.ports.empty())
      return;
    std::map<int, const PortDrive *> drive_of;
    for (const PortDrive &drive : drives)
      drive_of[drive.port] = &drive;
    std::vector<PortEquation> ports;
    for (const Port &port : problem.ports) {
      const auto drive = drive_of.find(port.index);
      const DriveFormula wave = drive == drive_of.end() ? DriveFormula() : formula(*drive->second);
      ports.emplace_back(problem, port, wave, time);
      is_driven_ |= wave.amplitude_v != 0;
      is_seen_in_stages_ |= ports.back().is_seen_in_stages();
    }
    ports_ = to_view<Space>("curlew::dgtd::ports", ports);
    loads_ = make_port_loads<Space>(problem, time.scheme, slots, updater);
  }

  void end(const Space &space, Side side, double t_s, Fields<Space> &fields) override {
    if (!is_driven_)
      return;
    launch("curlew::dgtd::port_add", space, AddOfPorts<Space>{ports_, to_add_, side, t_s});
    const bool is_electric = side == Side::electric;
    const SidePortLoads<Space> &load = is_electric ? loads_.electric : loads_.magnetic;
    load.unknowns.add(space, 1, to_add_, is_electric ? fields.e : fields.h);
    load.own.add(space, 1, to_add_, is_electric ? fields.electric_own : fields.magnetic_own);
  }
  void begin_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    if (is_seen_in_stages_)
      observe(space, fields);
    launch("curlew::dgtd::port_begin_stage", space,
           BeginPortStages<Space>{ports_, loads_.seen.sums(), stage});
  }
  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    if (!is_driven_)
      return;
    launch("curlew::dgtd::port_stage_values", space,
           ValuesOfPortStages<Space>{ports_, to_add_, stage.dt_s});
    loads_.electric.unknowns.add(space, 1, to_add_, fields.electric_own);
    loads_.electric.unknowns.add(space, stage.b, to_add_, fields.e);
    loads_.magnetic.unknowns.add(space, 1, to_add_, fields.magnetic_own);
    loads_.magnetic.unknowns.add(space, stage.b, to_add_, fields.h);
  }

  // Add the waves after `steps` steps of the run, to a recorder with rows or to sums. Collective.
  void record(const Space &space, std::int64_t steps, const Fields<Space> &fields,
              PortRecorder &recorder) {
    record_waves(space, steps, fields);
    const std::vector<double> parts = to_vector(space, waves_);
    std::vector<PortRecorder::StaggeredWave> incoming, outgoing;
    for (std::size_t at = 0; at < parts.size(); at += 4) {
      incoming.push_back({parts[at], parts[at + 1]});
      outgoing.push_back({parts[at + 2], parts[at + 3]});
    }
    recorder.add(steps, lag(), incoming, outgoing);
  }
  void record(const Space &space, std::int64_t steps, const Fields<Space> &fields,
              WaveSums<Space> &sums) {
    record_waves(space, steps, fields);
    sums.add(space, steps, lag(), waves_);
  }

  void save(const Space &space, FieldState &state) const override {
    if (ports_.extent(0) == 0)
      return;
    std::vector<double> &numbers = state[k_numbers];
    for (const PortEquation &port : to_vector(space, ports_))
      port.save(numbers);
  }
  void load(const Space &space, const FieldState &state) override {
    if (ports_.extent(0) == 0)
      return;
    auto at = state.at(k_numbers).begin();
    std::vector<PortEquation> ports = to_vector(space, ports_);
    for (PortEquation &port : ports)
      port.load(at);
    copy_to_view(space, ports, ports_);
  }

private:
  // Name in a checkpoint; all ranks have the same numbers (ranks/whole_state.hpp).
  static constexpr const char *k_numbers = "ports.common";

  double lag() const { return time_.scheme == SchemeKind::upwind ? 0 : 0.5; }

  template <class Kernel>
  void launch(const char *label, const Space &space, const Kernel &kernel) const {
    Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, static_cast<Offset>(ports_.extent(0))),
                         kernel);
  }

  // Returns the formula of a drive; samples of a file are copied once for all ports with that file.
  DriveFormula formula(const PortDrive &drive) {
    DriveFormula result(drive.waveform, drive.amplitude_v, drive.delay_s);
    if (drive.waveform.type != Waveform::Type::file)
      return result;
    auto same = samples_.begin();
    while (same != samples_.end() && !same->is_of(drive.waveform))
      ++same;
    if (same == samples_.end())
      same = samples_.emplace(same, drive.waveform);
    result.times_s = same->times_s.data();
    result.values = same->values.data();
    result.samples = static_cast<int>(same->values.extent(0));
    return result;
  }

  // Observes the voltages at all ports, with one sum over all ranks.
  void observe(const Space &space, const Fields<Space> &fields) const {
    loads_.seen.compute(space, fields.e, fields.h);
    if (ranks_.size() == 1 || ports_.extent(0) == 0)
      return;
    std::vector<double> sums = to_vector(space, loads_.seen.sums());
    ranks_.sum(sums);
    copy_to_view(space, sums, loads_.seen.sums());
  }

  void record_waves(const Space &space, std::int64_t steps, const Fields<Space> &fields) {
    observe(space, fields);
    launch("curlew::dgtd::port_record", space,
           RecordPorts<Space>{ports_, loads_.seen.sums(), waves_,
                              static_cast<double>(steps) * time_.dt_s});
  }

  Communicator ranks_;
  PortTime time_;
  bool is_driven_ = false, is_seen_in_stages_ = false;
  std::deque<WaveformSamplesOf<Space>> samples_; // of waveforms from files
  Kokkos::View<PortEquation *, Space> ports_;
  PortLoads<Space> loads_;
  Kokkos::View<double *, Space> to_add_; // [port]
  Kokkos::View<double *, Space> waves_;  // [port][incoming, outgoing][now, late], V
};

} // namespace curlew::dgtd
