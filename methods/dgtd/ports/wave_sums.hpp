#pragma once

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/instance_copies.hpp>
#include <curlew/core/parallel/vector_kernels.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/shared/ports/port_recorder.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace curlew::dgtd {

// Running transforms and energies of PortRecorder for many ports, in kernels: what a run without
// tables of its ports needs. The sums are those of PortRecorder, term by term; energies of a step
// are summed in chunks of ports.
template <class Space> class WaveSums {
public:
  using View = Kokkos::View<double *, Space>;

  WaveSums(const std::vector<double> &impedances_ohm, std::vector<double> frequencies_hz,
           double dt_s, std::int64_t steps)
      : frequencies_hz_(std::move(frequencies_hz)), dt_s_(dt_s), late_from_(steps - steps / 10),
        ports_(static_cast<Offset>(impedances_ohm.size())),
        impedances_(to_view<Space>("curlew::dgtd::port_impedances", impedances_ohm)),
        factors_("curlew::dgtd::port_factors", 4 * frequencies_hz_.size()),
        waves_("curlew::dgtd::port_waves", 4 * impedances_ohm.size()),
        outgoing_("curlew::dgtd::port_outgoing", impedances_ohm.size()),
        late_parts_("curlew::dgtd::port_late_parts", 2 * impedances_ohm.size()),
        sums_("curlew::dgtd::port_transforms", 4 * entries()),
        late_sums_("curlew::dgtd::port_late_transforms", 2 * entries()) {}

  // Adds the waves of a step as PortRecorder::add() does. `parts`: [port][incoming, outgoing][now,
  // late], V.
  void add(const Space &space, std::int64_t step, double lag, const View &parts) {
    if (ports_ == 0)
      return;
    Kokkos::parallel_for("curlew::dgtd::port_waves", RangePolicy<Space>(space, 0, ports_),
                         Scale{impedances_, parts, waves_, outgoing_, late_parts_, lag});
    const double energy = dot(space, "curlew::dgtd::port_energy", outgoing_, outgoing_);
    energy_ += energy;
    if (step >= late_from_)
      late_energy_ += energy;
    if (entries() == 0)
      return;
    const double now = static_cast<double>(step), late = now - lag;
    std::vector<double> factors;
    for (const double hz : frequencies_hz_)
      for (const double at : {now, late}) {
        // The phase is a part of a turn, so that its rounding does not grow with the steps.
        const double turns = hz * dt_s_ * at, phase = -2 * k_pi * (turns - std::floor(turns));
        factors.insert(factors.end(), {dt_s_ * std::cos(phase), dt_s_ * std::sin(phase)});
      }
    copy_to_view(space, factors, factors_);
    const double late_from = static_cast<double>(late_from_);
    Kokkos::parallel_for("curlew::dgtd::port_transform",
                         RangePolicy<Space>(space, 0, static_cast<Offset>(entries())),
                         Transform{waves_, factors_, sums_, late_sums_, ports_, now >= late_from,
                                   late >= late_from});
  }

  // Copies the sums to and from a recorder of the same ports and frequencies.
  void give_to(const Space &space, PortRecorder &recorder) const {
    std::vector<double> state;
    for (const View &view : {sums_, late_parts_, late_sums_}) {
      const std::vector<double> part = to_vector(space, view);
      state.insert(state.end(), part.begin(), part.end());
    }
    state.insert(state.end(), {energy_, late_energy_, static_cast<double>(late_from_)});
    recorder.load(state);
  }
  void take_from(const Space &space, const PortRecorder &recorder) {
    const std::vector<double> state = recorder.save();
    auto at = state.begin();
    for (const View &view : {sums_, late_parts_, late_sums_}) {
      const auto end = at + static_cast<std::ptrdiff_t>(view.extent(0));
      copy_to_view(space, std::vector<double>(at, end), view);
      at = end;
    }
    energy_ = at[0];
    late_energy_ = at[1];
  }

  struct Scale {
    Kokkos::View<const double *, Space> impedances, parts;
    View waves, outgoing, late_parts;
    double lag;

    KOKKOS_INLINE_FUNCTION void operator()(const Offset port) const {
      const double root = std::sqrt(impedances(port));
      for (int wave = 0; wave < 2; ++wave) {
        const Offset at = 2 * port + wave;
        const double now = parts(2 * at) / root, late = parts(2 * at + 1) / root;
        if (wave == 1)
          outgoing(port) = now + late + lag * (late - late_parts(at));
        late_parts(at) = late;
        waves(2 * at) = now;
        waves(2 * at + 1) = late;
      }
    }
  };

  struct Transform {
    Kokkos::View<const double *, Space> waves, factors;
    View sums, late_sums;
    Offset ports;
    bool is_late_now, is_late_before;

    // `entry`: [frequency][port].
    KOKKOS_INLINE_FUNCTION void operator()(const Offset entry) const {
      const Offset f = entry / ports, port = entry % ports;
      for (int wave = 0; wave < 2; ++wave)
        for (int part = 0; part < 2; ++part) {
          const double value = waves(4 * port + 2 * wave + part);
          const double re = factors(4 * f + 2 * part) * value,
                       im = factors(4 * f + 2 * part + 1) * value;
          sums(4 * entry + 2 * wave) += re;
          sums(4 * entry + 2 * wave + 1) += im;
          if (wave == 1 && (part == 0 ? is_late_now : is_late_before)) {
            late_sums(2 * entry) += re;
            late_sums(2 * entry + 1) += im;
          }
        }
    }
  };

private:
  std::size_t entries() const { return frequencies_hz_.size() * static_cast<std::size_t>(ports_); }

  std::vector<double> frequencies_hz_;
  double dt_s_;
  std::int64_t late_from_;
  Offset ports_;
  Kokkos::View<const double *, Space> impedances_;
  View factors_;                       // [frequency][now, late][Re, Im]
  View waves_;                         // [port][incoming, outgoing][now, late], W^(1/2)
  View outgoing_;                      // [port], at the time of the step
  View late_parts_, sums_, late_sums_; // as in PortRecorder
  double energy_ = 0, late_energy_ = 0;
};

} // namespace curlew::dgtd
