#pragma once

#include <curlew/core/error.hpp>
#include <curlew/methods/dgatd/energy.hpp>
#include <curlew/methods/dgatd/observer.hpp>
#include <curlew/methods/dgatd/probe_buffer.hpp>
#include <curlew/methods/dgatd/snapshot.hpp>
#include <curlew/methods/dgatd/watchdog.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

namespace curlew::dgatd {

// Steps a scheme from position.step to plan.steps and hands what it produces to the observer.
//
// In step n (from 0): Faraday takes H from n-1/2 to n+1/2; with H on both sides, energy and
// snapshots of time n follow; Ampere takes E from n to n+1, with the sources at n+1/2. At the end,
// half a Faraday step is tried on a copy to give the same outputs at the final time.
//
// On several ranks all of them step together, and the observer's calls are collective; probes and
// energies are those of the whole mesh at the root only, fields and unknowns each rank's own.
//
// Throws Unstable (watchdog) and Interrupted, the latter after a checkpoint.
template <class Space, class Scheme> class TimeLoop {
public:
  TimeLoop(const Space &space, const Problem &problem, const std::vector<Source> &sources,
           const Plan &plan, Scheme &scheme, Observer &observer)
      : space_(space), problem_(problem), sources_(sources), plan_(plan), scheme_(scheme),
        observer_(observer), reader_(scheme.reader()),
        probes_(plan.electric_probes, plan.magnetic_probes, probe_rows(plan)) {
    if (needs_fields()) {
      mesh_ = std::make_unique<MeshTables<Space>>(problem);
      before_ = Kokkos::View<double *[3], Space>("curlew::dgatd::h_before", problem.tet_count());
    }
  }

  StepTimes run(RunPosition &position) {
    while (position.step < plan_.steps) {
      const std::int64_t n = position.step;
      const bool outputs = outputs_at(n);
      if (outputs)
        copy_magnetic(space_, reader_, before_);
      timed_ = times_.steps % k_timed_every == 0;
      time(times_.faraday_s, [&] { scheme_.advance_h(space_); });
      if (outputs && write_outputs(n, position))
        return finish(position);
      time(times_.ampere_s,
           [&] { scheme_.advance_e(space_, waveform_values((n + 0.5) * plan_.dt_s)); });
      ++times_.steps;
      times_.timed_steps += timed_;
      position.step = n + 1;
      probes_.record(space_, reader_);
      after_step(position);
    }
    if (outputs_at(position.step)) {
      copy_magnetic(space_, reader_, before_);
      const State saved = scheme_.save();
      scheme_.advance_h(space_);
      write_outputs(position.step, position);
      scheme_.load(saved);
    }
    return finish(position);
  }

private:
  // Steps between transfers of probe values: many, but no more than these bytes hold.
  static int probe_rows(const Plan &plan) {
    constexpr double k_most_rows = 256, k_bytes = 64e6;
    const double points =
        static_cast<double>(plan.electric_probes.size() + plan.magnetic_probes.size());
    return static_cast<int>(std::clamp(k_bytes / (24 * std::max(points, 1.0)), 1.0, k_most_rows));
  }
  static constexpr int k_agree_every = 8; // steps between looks at each other's interrupts
  // On devices the host runs ahead, and to wait for each law would double the time of a small step.
  static constexpr int k_timed_every = is_device<Space> ? 32 : 1;

  template <class Law> void time(double &seconds, const Law &law) {
    if (!timed_)
      return law();
    space_.fence();
    const Kokkos::Timer timer;
    law();
    space_.fence();
    seconds += timer.seconds();
  }

  bool needs_fields() const {
    return plan_.energy_every > 0 || plan_.snapshot_every > 0 || plan_.stop_at_energy_db > 0;
  }
  static bool due(std::int64_t step, std::int64_t every) { return every > 0 && step % every == 0; }
  bool energy_due(std::int64_t step) const {
    return due(step, plan_.energy_every) ||
           (plan_.stop_at_energy_db > 0 && due(step, plan_.watch_every));
  }
  bool outputs_at(std::int64_t step) const {
    return step > 0 && (energy_due(step) || due(step, plan_.snapshot_every));
  }

  std::vector<double> waveform_values(double t_s) const {
    std::vector<double> values;
    for (const Source &source : sources_)
      values.push_back(source.waveform(t_s));
    return values;
  }

  // With H^{n+1/2} just made and H^{n-1/2} in before_. True when the energy has fallen far enough.
  bool write_outputs(std::int64_t n, RunPosition &position) {
    bool decayed = false;
    if constexpr (Scheme::k_has_halves) {
      if (energy_due(n)) {
        const Energy w = whole_energy();
        if (due(n, plan_.energy_every))
          observer_.energy(n, w);
        position.peak_energy = std::max(position.peak_energy, w.total());
        decayed = plan_.stop_at_energy_db > 0 && n * plan_.dt_s > plan_.sources_end_s &&
                  w.total() < position.peak_energy * std::pow(10, -plan_.stop_at_energy_db / 10);
      }
    }
    if (due(n, plan_.snapshot_every))
      observer_.snapshot(n, barycentre_field(space_, *mesh_, reader_),
                         mean_magnetic(space_, reader_, before_));
    return decayed;
  }

  Energy whole_energy() const {
    const Ownership &ownership = problem_.ownership;
    const Energy mine = energy(space_, *mesh_, ownership.owned_tets, reader_, before_);
    return {ownership.ranks.sum(mine.electric), ownership.ranks.sum(mine.magnetic)};
  }

  // Whether the run is to end here, agreed by all ranks, which costs a message: not every step.
  bool stop_requested(std::int64_t step) {
    const Communicator &ranks = problem_.ownership.ranks;
    if (!ranks.is_alone() && step % k_agree_every != 0)
      return false;
    return ranks.any(observer_.stop_requested());
  }

  void after_step(RunPosition &position) {
    if (due(position.step, plan_.watch_every) || position.step == plan_.steps)
      watch(space_, problem_, plan_, reader_, position);
    if (probes_.full())
      drain(position.step);
    observer_.advanced(position.step);
    const bool stop = position.step < plan_.steps && stop_requested(position.step);
    if (due(position.step, plan_.checkpoint_every) || stop) {
      drain(position.step);
      observer_.checkpoint(position, scheme_.save());
    }
    if (stop)
      throw Interrupted("stopped at step " + std::to_string(position.step) + " of " +
                        std::to_string(plan_.steps) +
                        " after writing a checkpoint; continue with --restart");
  }

  void drain(std::int64_t step) {
    const int rows = probes_.filled();
    if (rows == 0)
      return;
    std::vector<double> electric, magnetic;
    space_.fence();
    probes_.drain(electric, magnetic);
    problem_.ownership.ranks.sum_at_root(electric);
    problem_.ownership.ranks.sum_at_root(magnetic);
    observer_.probes(step - rows, rows, electric, magnetic);
  }

  StepTimes finish(const RunPosition &position) {
    drain(position.step);
    if (times_.timed_steps > 0) {
      const double scale = static_cast<double>(times_.steps) / times_.timed_steps;
      times_.faraday_s *= scale;
      times_.ampere_s *= scale;
    }
    return times_;
  }

  Space space_;
  const Problem &problem_;
  const std::vector<Source> &sources_;
  const Plan &plan_;
  Scheme &scheme_;
  Observer &observer_;
  typename Scheme::Reader reader_;
  ProbeBuffer<Space> probes_;
  std::unique_ptr<MeshTables<Space>> mesh_;
  Kokkos::View<double *[3], Space> before_;
  StepTimes times_;
  bool timed_ = false; // this step
};

} // namespace curlew::dgatd
