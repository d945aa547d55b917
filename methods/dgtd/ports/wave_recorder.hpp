#pragma once

#include <curlew/methods/dgtd/ports/wave_sums.hpp>
#include <curlew/methods/dgtd/terms/port_set.hpp>
#include <curlew/methods/shared/time/port_output.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace curlew::dgtd {

// Recorder of the waves that the ports of a run observe in the fields, which must outlive it.
// Without rows all is summed in kernels, and the numbers cross to the host when somebody asks.
template <class Space> class WaveRecorder final : public PortOutput {
public:
  // `steps`: number of steps of the whole run. `rows`: the waves of each step are kept for tables.
  WaveRecorder(const Space &space, const Problem &problem,
               const std::vector<double> &frequencies_hz, double dt_s, std::int64_t steps,
               bool rows, PortSet<Space> &ports, const Fields<Space> &fields)
      : PortOutput({impedances(problem), frequencies_hz, dt_s, steps}, k_waves), space_(space),
        ports_(ports), fields_(fields) {
    if (rows)
      return;
    waves().leave_out_rows();
    sums_.emplace(impedances(problem), frequencies_hz, dt_s, steps);
  }

  bool record(std::int64_t step) override {
    if (sums_)
      ports_.record(space_, step, fields_, *sums_);
    else
      ports_.record(space_, step, fields_, waves());
    return false;
  }
  void save(FieldState &state) override {
    fetch();
    PortOutput::save(state);
  }
  void load(const FieldState &state) override {
    PortOutput::load(state);
    if (sums_)
      sums_->take_from(space_, waves());
  }
  void close() override {
    fetch();
    PortOutput::close();
  }

private:
  // Name in a checkpoint; all ranks have the same numbers (ranks/whole_state.hpp).
  static constexpr const char *k_waves = "port_waves.common";

  static std::vector<double> impedances(const Problem &problem) {
    std::vector<double> result;
    for (const Port &port : problem.ports)
      result.push_back(port.impedance_ohm);
    return result;
  }

  void fetch() {
    if (sums_)
      sums_->give_to(space_, waves());
  }

  Space space_;
  PortSet<Space> &ports_;
  const Fields<Space> &fields_;
  std::optional<WaveSums<Space>> sums_; // set without rows
};

} // namespace curlew::dgtd
