#pragma once

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/time/probe_output.hpp>
#include <curlew/methods/shared/time/time_loop.hpp>
#include <curlew/tests/support/run_listener.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

// The smallest scheme: one unknown of E and one of H, and shared parts of the tests of the time
// loop.
namespace curlew::time_test {

// e' = w h, h' = -w e by the leapfrog, stable for w dt < 2; e is damped by exp(-decay) per step.
// One probe reads e, another h. It keeps the samples of k_rows steps.
class Oscillator : public TimeScheme {
public:
  static constexpr int k_rows = 7;

  explicit Oscillator(double w_dt, double decay = 0) : w_dt_(w_dt), kept_(std::exp(-decay)) {
    recorders().push_back(&probes_);
  }

  void begin_step(std::int64_t n, bool observed) override {
    calls.push_back(n);
    observed_ = observed;
    before_ = h_;
    h_ -= w_dt_ * e_;
  }
  void end_step(std::int64_t n) override {
    e_ = kept_ * (e_ + w_dt_ * h_);
    steps_done_ = n + 1;
  }

  Energy energy() override {
    EXPECT_TRUE(observed_);
    return {e_ * e_ / 2, h_ * before_ / 2};
  }
  CellFields fields() override {
    EXPECT_TRUE(observed_);
    return {{e_, 0, 0}, {(h_ + before_) / 2, 0, 0}};
  }
  double magnetic_lag_steps() const override { return 0.5; }
  double squared_norm() override { return e_ * e_; }
  LargestField largest() override {
    return {std::isfinite(e_) ? std::abs(e_) : std::numeric_limits<double>::infinity(),
            "the only value of E"};
  }
  StepTimes times() const override { return {}; }

  double electric() const { return e_; }
  ProbeOutput &probes() { return probes_; }

  std::vector<std::int64_t> calls; // arguments of begin_step()

protected:
  FieldState save_unknowns() const override { return {{"e", {e_}}, {"h", {h_}}}; }
  void load_unknowns(const FieldState &state) override {
    e_ = state.at("e")[0];
    h_ = state.at("h")[0];
  }

private:
  class Probes final : public ProbeOutput {
  public:
    explicit Probes(const Oscillator &scheme) : ProbeOutput(0.5), scheme_(scheme) {}
    bool record(std::int64_t) override {
      ++rows_.rows;
      rows_.electric.insert(rows_.electric.end(), {scheme_.e_, 0, 0});
      rows_.magnetic.insert(rows_.magnetic.end(), {0, scheme_.h_, 0});
      return rows_.rows == k_rows;
    }
    ProbeRows read() override { return std::exchange(rows_, {}); }

  private:
    const Oscillator &scheme_;
    ProbeRows rows_;
  };

  double w_dt_, kept_;
  double e_ = 1, h_ = 0.25, before_ = 0;
  bool observed_ = false;
  Probes probes_{*this};
};

// Everything that a run hands out.
struct Record : TimeObserver {
  std::vector<double> electric, magnetic; // [step][component]
  std::vector<std::int64_t> energy_steps, snapshot_steps;
  std::vector<double> energies, snapshot_e;
  std::vector<RunPosition> positions;
  std::vector<FieldState> states;
  std::int64_t stop_at = -1;
  std::int64_t steps = 0; // done

  void probes(std::int64_t first_step, const ProbeRows &values) {
    EXPECT_EQ(3 * static_cast<std::size_t>(first_step - first), electric.size());
    EXPECT_EQ(values.electric.size(), 3u * values.rows);
    electric.insert(electric.end(), values.electric.begin(), values.electric.end());
    magnetic.insert(magnetic.end(), values.magnetic.begin(), values.magnetic.end());
  }
  void energy(std::int64_t step, const Energy &energy) {
    energy_steps.push_back(step);
    energies.push_back(energy.total());
  }
  void snapshot(std::int64_t step, const CellFields &fields) {
    snapshot_steps.push_back(step);
    snapshot_e.push_back(fields.electric[0]);
  }
  void checkpoint(const RunPosition &position, const FieldState &state) override {
    EXPECT_EQ(electric.size(), 3 * static_cast<std::size_t>(position.step - first))
        << "samples that a checkpoint counts on were not handed out";
    positions.push_back(position);
    states.push_back(state);
  }
  void advanced(std::int64_t step) override { steps = step; }
  bool stop_requested() override { return steps == stop_at; }

  std::int64_t first = 0; // step that the run started after
};

inline TimePlan plan_of(std::int64_t steps) {
  TimePlan plan;
  plan.dt_s = 1;
  plan.steps = steps;
  return plan;
}

// Runs a scheme alone.
inline RunPosition run(Oscillator &scheme, const TimePlan &plan, Record &record,
                       RunPosition position = {}) {
  record.first = position.step;
  const Communicator alone;
  const test::RunListener<Oscillator, Record> listener(scheme, plan, alone, record);
  run_time_loop(scheme, plan, alone, record, position);
  return position;
}

template <class Expected, class Action> std::string message_of(const Action &action) {
  try {
    action();
  } catch (const Expected &error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

} // namespace curlew::time_test
