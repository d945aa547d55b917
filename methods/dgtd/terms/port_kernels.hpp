#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/terms/port_equation.hpp>

#include <string>
#include <vector>

// Kernels of PortSet, over all ports.
namespace curlew::dgtd {

// Samples of a waveform from a file, which kernels read.
template <class Space> struct WaveformSamplesOf {
  explicit WaveformSamplesOf(const Waveform &waveform)
      : file(waveform.file),
        times_s(to_view<Space>("curlew::dgtd::port_drive_times", waveform.times_s)),
        values(to_view<Space>("curlew::dgtd::port_drive_values", waveform.values)) {}
  bool is_of(const Waveform &waveform) const { return file == waveform.file; }

  std::string file;
  Kokkos::View<const double *, Space> times_s, values;
};

template <class Space> struct AddOfPorts {
  Kokkos::View<PortEquation *, Space> ports;
  Kokkos::View<double *, Space> values;
  Side side;
  double t_s;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset p) const {
    values(p) = ports(p).add(side, t_s);
  }
};

template <class Space> struct BeginPortStages {
  Kokkos::View<PortEquation *, Space> ports;
  Kokkos::View<const double *, Space> seen;
  Stage stage;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset p) const {
    ports(p).begin_stage(stage, {seen(2 * p), seen(2 * p + 1)});
  }
};

template <class Space> struct ValuesOfPortStages {
  Kokkos::View<PortEquation *, Space> ports;
  Kokkos::View<double *, Space> values;
  double dt_s;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset p) const {
    values(p) = dt_s * ports(p).stage_v();
  }
};

template <class Space> struct RecordPorts {
  Kokkos::View<PortEquation *, Space> ports;
  Kokkos::View<const double *, Space> seen;
  Kokkos::View<double *, Space> waves; // [port][incoming, outgoing][now, late]
  double t_s;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset p) const {
    PortEquation::Wave incoming, outgoing;
    ports(p).record(t_s, {seen(2 * p), seen(2 * p + 1)}, incoming, outgoing);
    waves(4 * p) = incoming.now_v;
    waves(4 * p + 1) = incoming.late_v;
    waves(4 * p + 2) = outgoing.now_v;
    waves(4 * p + 3) = outgoing.late_v;
  }
};

} // namespace curlew::dgtd
