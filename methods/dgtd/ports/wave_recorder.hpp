#pragma once

#include <curlew/methods/dgtd/terms/port_set.hpp>
#include <curlew/methods/shared/time/port_output.hpp>

#include <cstdint>
#include <vector>

namespace curlew::dgtd {

// Recorder of the waves that the ports of a run observe in the fields, which must outlive it.
template <class Space> class WaveRecorder final : public PortOutput {
public:
  // `steps`: number of steps of the whole run.
  WaveRecorder(const Space &space, const Problem &problem,
               const std::vector<double> &frequencies_hz, double dt_s, std::int64_t steps,
               PortSet<Space> &ports, const Fields<Space> &fields)
      : PortOutput({impedances(problem), frequencies_hz, dt_s, steps}, k_waves), space_(space),
        ports_(ports), fields_(fields) {}

  bool record(std::int64_t step) override {
    ports_.record(space_, step, fields_, waves());
    return false;
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

  Space space_;
  PortSet<Space> &ports_;
  const Fields<Space> &fields_;
};

} // namespace curlew::dgtd
