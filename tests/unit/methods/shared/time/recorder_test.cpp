// A new output in time: a recorder of a few lines, which a method of a few lines carries through
// the driver. docs/developing.md describes the steps.
#include "oscillator.hpp"

#include <curlew/io/tables/csv_table.hpp>
#include <curlew/methods/shared/time/field_outputs.hpp>
#include <curlew/methods/shared/time/time_driver.hpp>
#include <curlew/tests/unit/io/results/scratch.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <algorithm>
#include <memory>

namespace curlew::time_test {
namespace {

namespace fs = std::filesystem;
using test::get;
using test::put;
using test::scratch;

// envelope.csv: the largest |E| of each 20 steps.
class Envelope final : public Recorder {
public:
  // `is_saved`: false leaves the record out of checkpoints, which a test must notice.
  Envelope(const Oscillator &scheme, bool is_saved) : scheme_(scheme), is_saved_(is_saved) {}

  void open(const RecordedRun &run, const ContinuedOutputs &) override { run_ = &run; }
  bool record(std::int64_t step) override {
    if (is_due(step - 1, k_steps) || peaks_.empty())
      peaks_.push_back(0);
    peaks_.back() = std::max(peaks_.back(), std::abs(scheme_.electric()));
    return false;
  }
  void save(FieldState &state) override {
    if (is_saved_)
      state["envelope"] = peaks_;
  }
  void load(const FieldState &state) override {
    if (is_saved_)
      peaks_ = state.at("envelope");
  }
  void write(std::int64_t, Summary &summary) override {
    CsvTable table(run_->results.file("envelope.csv"), {"t (s)", "largest |E| (V/m)"});
    for (std::size_t i = 0; i < peaks_.size(); ++i)
      table.row({run_->time_s(static_cast<std::int64_t>(i) * k_steps), peaks_[i]});
    table.close();
    summary["envelope"] = peaks_;
  }

private:
  static constexpr std::int64_t k_steps = 20;

  const Oscillator &scheme_;
  bool is_saved_;
  const RecordedRun *run_ = nullptr;
  std::vector<double> peaks_; // of blocks of steps
};

class Toy final : public TimeMethod {
public:
  explicit Toy(bool is_saved) : is_saved_(is_saved) {}

  const Communicator &ranks() const override { return ranks_; }
  TimeProblem problem() const override {
    TimeProblem problem;
    problem.method = "toy";
    problem.variant = "leapfrog";
    problem.execution = {Backend::serial, 1};
    problem.cells = 1;
    problem.cell_name = "cell";
    return problem;
  }
  std::vector<std::string> warnings() const override { return {}; }
  void report() const override {}
  TimeRun make_run(const TimePlan &, std::size_t) override {
    auto scheme = std::make_unique<Oscillator>(0.3, 0.001);
    const Oscillator &stepped = *scheme;
    TimeRun run{std::move(scheme)};
    run.add_first(std::make_unique<Envelope>(stepped, is_saved_));
    run.add_first(std::make_unique<EnergyOutput>());
    return run;
  }
  FieldState gather(const FieldState &mine) override { return mine; }
  FieldState scatter(const FieldState &whole) override { return whole; }
  void check_state(const FieldState &) const override {}

private:
  Communicator ranks_;
  bool is_saved_;
};

Case toy_case(const fs::path &folder, std::int64_t steps) {
  Case input;
  input.path = folder.string() + ".json";
  input.resolved = {{"method", "toy"}};
  input.time.steps = steps;
  input.time.dt_s = 0.1;
  ProbeSpec probe;
  probe.name = "p";
  input.outputs.directory = folder;
  input.outputs.probes = {probe};
  input.outputs.energy = Schedule{std::nullopt, 5};
  input.outputs.checkpoint = CheckpointSpec{{std::nullopt, 50}, 2};
  return input;
}

void run_toy(const fs::path &folder, std::int64_t steps, bool restart, bool is_saved = true) {
  const Case input = toy_case(folder, steps);
  put(input.path, "{}");
  RunOptions options;
  options.restart = restart;
  options.quiet = true;
  Toy method(is_saved);
  PhaseClock clock;
  run_in_time(input, options, method, clock);
}

TEST(Recorders, ANewOutputIsRecordedAndWritten) {
  const fs::path folder = scratch() / "results";
  run_toy(folder, 90, false);
  std::vector<double> expected; // the scheme once more
  Oscillator scheme(0.3, 0.001);
  for (std::int64_t n = 0; n < 90; ++n) {
    if (n % 20 == 0)
      expected.push_back(0);
    scheme.begin_step(n, false);
    scheme.end_step(n);
    expected.back() = std::max(expected.back(), std::abs(scheme.electric()));
  }
  const auto summary = nlohmann::json::parse(get(folder / "summary.json"));
  EXPECT_EQ(summary["envelope"].get<std::vector<double>>(), expected);
  EXPECT_GT(expected[0] - expected[4], 0.01); // E is damped: the blocks differ
  const CsvData table = read_csv(folder / "envelope.csv");
  const std::vector<double> peaks = table.column("largest |E| (V/m)"),
                            times = table.column("t (s)");
  ASSERT_EQ(peaks.size(), expected.size());
  EXPECT_NEAR(times[3], 6, 1e-12);
  for (std::size_t i = 0; i < peaks.size(); ++i)
    EXPECT_NEAR(peaks[i], expected[i], 1e-8) << i; // the table's digits
}

TEST(Recorders, ARestartContinuesTheRecord) {
  const fs::path folder = scratch();
  run_toy(folder / "whole", 130, false);
  run_toy(folder / "parts", 70, false); // with a checkpoint at step 50
  run_toy(folder / "parts", 130, true);
  for (const char *file : {"envelope.csv", "probe_p.csv", "energy.csv"})
    EXPECT_EQ(get(folder / "parts" / file), get(folder / "whole" / file)) << file;
  // The twin: a recorder that saves nothing begins with the restart.
  run_toy(folder / "twin", 70, false, false);
  run_toy(folder / "twin", 130, true, false);
  EXPECT_EQ(get(folder / "twin" / "energy.csv"), get(folder / "whole" / "energy.csv"));
  EXPECT_NE(get(folder / "twin" / "envelope.csv"), get(folder / "whole" / "envelope.csv"));
}

} // namespace
} // namespace curlew::time_test
