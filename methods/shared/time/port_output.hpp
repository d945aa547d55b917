#pragma once

#include <curlew/methods/shared/ports/port_recorder.hpp>
#include <curlew/methods/shared/ports/port_tables.hpp>
#include <curlew/methods/shared/time/recorded_run.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace curlew {

class PortNetworks;

// Waves at the ports of a run: port_<index>.csv, and S-parameters from all runs of the case, which
// the last one writes. All ranks have the same waves. Derived classes add the waves of a scheme to
// waves() after each step.
class PortOutput : public TableRecorder<PortTables> {
public:
  // `state`: name of the waves' record in a checkpoint.
  PortOutput(PortRecorder waves, std::string state)
      : waves_(std::move(waves)), state_(std::move(state)) {}

  PortRecorder &waves() { return waves_; }
  // Sets the networks that take the waves of this run, before open().
  void set_networks(PortNetworks &networks, std::size_t number) {
    networks_ = &networks;
    number_ = number;
  }

  void open(const RecordedRun &run, const ContinuedOutputs &continued) override;
  void flush(std::int64_t first_step) override;
  void save(FieldState &state) override { state[state_] = waves_.save(); }
  void load(const FieldState &state) override { waves_.load(state.at(state_)); }
  void close() override;
  void write(std::int64_t steps, Summary &summary) override;

private:
  PortRecorder waves_;
  std::string state_;
  PortNetworks *networks_ = nullptr;
  std::size_t number_ = 0; // of this run
};

} // namespace curlew
