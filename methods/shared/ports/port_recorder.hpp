#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace curlew {

// Records of the ports of a run in time, step by step: rows for port_<index>.csv, and running
// transforms of their waves. With the impedance Z of a port and voltages at the same time,
//   V = V+ + V-,  I = (V+ - V-) / Z into the structure,  a = V+ / sqrt(Z),  b = V- / sqrt(Z),
//   A(f) = dt sum over k of a(k dt) exp(-j 2 pi f k dt).
class PortRecorder {
public:
  static constexpr int k_values = 4; // V, I, a, b

  // `steps`: number of steps of the whole run, which determines its last tenth.
  PortRecorder(std::vector<double> impedances_ohm, std::vector<double> frequencies_hz, double dt_s,
               std::int64_t steps);

  // Adds the incident and the total voltage of every port at step * dt.
  void add(std::int64_t step, const std::vector<double> &incident_v,
           const std::vector<double> &voltage_v);

  // Waves V+ and V- as sums of two parts, one at step * dt and one `lag` steps before: voltages and
  // currents of staggered schemes. Each part is transformed at its own time; in rows the later part
  // is extrapolated to step * dt by the line through its last two values.
  struct StaggeredWave {
    double now_v = 0, late_v = 0;
  };
  void add(std::int64_t step, double lag, const std::vector<StaggeredWave> &incoming,
           const std::vector<StaggeredWave> &outgoing);

  // Without rows only the transforms and energies are kept.
  void leave_out_rows() { has_rows_ = false; }
  // Returns the rows since the last call, [step][port][V, I, a, b].
  std::vector<double> take_rows();

  // A and B of a port at a frequency, by their positions, W^(1/2) s.
  struct Waves {
    std::complex<double> a, b;
  };
  Waves waves(std::size_t frequency, std::size_t port) const;
  // Returns the share of the energy of all outgoing waves in the last tenth of the steps.
  double late_part() const;
  // Returns the largest change of S by the outgoing waves of the last tenth: |B| of that time over
  // the largest |A| at the frequency. A line that rings long has little energy, but all of it at
  // one frequency.
  double late_change() const;

  std::size_t ports() const { return impedances_ohm_.size(); }
  // Saves and loads the state for checkpoints: load(save()) continues with the same bits.
  std::vector<double> save() const;
  void load(const std::vector<double> &state);

private:
  // Adds to the sum of one wave, 0 incoming and 1 outgoing.
  void transform(double steps, int wave, const std::vector<double> &values);
  void add_rows(std::int64_t step, const std::vector<double> &incoming,
                const std::vector<double> &outgoing);
  std::int64_t late_from() const { return steps_ - steps_ / 10; }

  std::vector<double> impedances_ohm_, frequencies_hz_;
  double dt_s_;
  std::int64_t steps_;
  bool has_rows_ = true;
  std::vector<double> rows_;
  std::vector<double> sums_;      // [frequency][port][Re A, Im A, Re B, Im B]
  std::vector<double> late_sums_; // [frequency][port][Re B, Im B] of the last tenth
  double energy_ = 0, late_energy_ = 0;
  // Parts of the step before, [port][incoming, outgoing].
  std::vector<double> late_parts_;
};

} // namespace curlew
