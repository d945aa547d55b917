// A rank is killed in each phase of a run: the job ends, and `run --restart` gives what a run
// without the kill gives. 30 s.
#include "rank_cases.hpp"
#include "tables.hpp"

#include <curlew/tests/support/features.hpp>

#include <functional>

using namespace curlew::cli_test;
using curlew::testing::k_has_vtk;

#ifdef CURLEW_LAUNCH
namespace {

constexpr auto k_look = std::chrono::milliseconds(2);

class KilledRanks : public testing::Test {
protected:
  const Scratch scratch_;

  void write(const std::string &text) const { write_file(scratch_ / "case.json", text); }
  static std::vector<std::string> run_into(const std::string &folder,
                                           const std::vector<std::string> &more) {
    std::vector<std::string> arguments{"run", "case.json", "--quiet", "--threads",
                                       "1",   "--output",  folder};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
  void finish(const std::string &folder, const std::vector<std::string> &more) const {
    const Outcome outcome =
        run_in_time({run_into(folder, more), scratch_.path(), {}, 0, launcher(2)});
    const std::string wrong = mismatch(outcome, {0, {}});
    EXPECT_TRUE(wrong.empty()) << wrong;
  }

  // Starts two ranks, kills the second where `now` holds, and expects the end of both within 10 s.
  void run_and_kill(const std::function<bool()> &now,
                    const std::vector<std::string> &more = {}) const {
    Process process({run_into("results", more), scratch_.path(), {}, 0, launcher(2)});
    const auto start = std::chrono::steady_clock::now();
    while (!process.ended() && !now() &&
           std::chrono::steady_clock::now() - start < std::chrono::seconds(60))
      std::this_thread::sleep_for(k_look);
    ASSERT_FALSE(process.ended()) << "the run ended before the moment of the kill";
    ASSERT_NO_FATAL_FAILURE(kill_one(process, scratch_.path(), 2));
    EXPECT_NE(process.wait().exit_code, 0);
    expect_nobody_in(scratch_.path());
    EXPECT_FALSE(fs::exists(scratch_ / "results/summary.json"));
  }

  // Both processes run the program, for so long.
  std::function<bool()> both_for(std::chrono::milliseconds time) const {
    auto since = std::make_shared<std::chrono::steady_clock::time_point>();
    return [this, time, since] {
      const auto now = std::chrono::steady_clock::now();
      if (processes_in(scratch_.path(), curlew::test::program_path()).size() < 2)
        return false;
      if (*since == std::chrono::steady_clock::time_point())
        *since = now;
      return now - *since >= time;
    };
  }
  std::size_t rows(const std::string &folder) const {
    const std::string text = fs::exists(scratch_ / folder / "probe_p.csv")
                                 ? read_file(scratch_ / folder / "probe_p.csv")
                                 : "";
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
};

TEST_F(KilledRanks, InTheSetUpLeaveNothingInTheWay) {
  write(k_tiny_case);
  for (const int ms : {0, 300})
    run_and_kill(both_for(std::chrono::milliseconds(ms)),
                 {"--restart", "--set", "mesh.box.cells=[60,40,40]"});
  finish("results", {"--restart"});
}

// A checkpoint is written in each step: kills meet it, also in between of its files.
TEST_F(KilledRanks, InCheckpointsLoseNoneThatIsWhole) {
  const std::string probes = R"("probes": [ { "name": "p", "point": [0.61, 0.33, 0.21] } ])";
  write(replaced(k_tiny_case, probes, probes + R"(, "checkpoint": { "every": "1 step" })"));
  std::size_t before = 1;
  for (int kill = 0; kill < 3; ++kill) {
    run_and_kill([&] { return rows("results") >= before + 12; },
                 {"--restart", "--set", "time.steps=1000000000"});
    EXPECT_GE(rows("results"), before);
    before = rows("results");
  }
  const std::string steps = "time.steps=" + std::to_string(before + 20);
  finish("results", {"--restart", "--set", steps});
  finish("whole", {"--set", steps});
  EXPECT_EQ(rows("whole"), before + 21);
  EXPECT_EQ(read_file(scratch_ / "results/probe_p.csv"), read_file(scratch_ / "whole/probe_p.csv"));
}

TEST_F(KilledRanks, InOutputsLeaveFieldsThatAreRead) {
  if (!k_has_vtk)
    GTEST_SKIP() << "built without VTK";
  const std::string probes = R"("probes": [ { "name": "p", "point": [0.61, 0.33, 0.21] } ])";
  write(replaced(k_tiny_case, probes, probes + R"(, "checkpoint": { "every": "10 steps" },
    "fields": { "every": "1 step", "quantities": ["E", "H"] })"));
  run_and_kill([&] { return rows("results") >= 40; }, {"--set", "time.steps=1000000000"});
  const std::string steps = "time.steps=" + std::to_string(rows("results") + 20);
  finish("results", {"--restart", "--set", steps});
  finish("whole", {"--set", steps});
  EXPECT_EQ(names_in(scratch_ / "results/fields"), names_in(scratch_ / "whole/fields"));
  EXPECT_EQ(read_file(scratch_ / "results/fields.pvd"), read_file(scratch_ / "whole/fields.pvd"));
}

// The root steps alone, and the others solve with it.
TEST_F(KilledRanks, InStepsThatTheRootLeads) {
  write(guide_case(nlohmann::json::parse(R"({
    "mesh": { "box": { "cells": [8, 4, 3] } },
    "materials": { "air": { "sigma": null } },
    "boundaries": { "x-": { "type": "abc", "kind": null, "index": null, "excited": null },
                    "x+": { "type": "abc", "kind": null, "index": null } },
    "excitations": [ { "name": "d", "type": "current", "point": [0.031, 0.011, 0.005],
      "direction": [0, 0, 1], "waveform": { "type": "gaussian-derivative", "f_max": "10 GHz" } } ],
    "time": { "dt": "2 ps", "steps": 60 },
    "solver": { "method": "cg", "tolerance": 1e-10 },
    "outputs": { "s_parameters": null, "powers": null, "checkpoint": { "every": "10 steps" } }
  })"))
            .dump(2));
  run_and_kill([&] { return rows("results") >= 25; }, {"--set", "time.steps=1000000000"});
  const std::string steps = "time.steps=" + std::to_string(rows("results") + 20);
  finish("results", {"--restart", "--set", steps});
  finish("whole", {"--set", steps});
  EXPECT_EQ(read_file(scratch_ / "results/probe_p.csv"), read_file(scratch_ / "whole/probe_p.csv"));
}

// The sweep goes on from what it has solved, or from the beginning: with the results of both.
TEST_F(KilledRanks, InSolvesGiveTheWholeSweep) {
  write(guide_case(nlohmann::json::parse(R"({
    "mesh": { "box": { "cells": [12, 5, 3] } },
    "frequency": { "start": "8 GHz", "stop": "12 GHz", "count": 60 },
    "solver": { "method": "cocg", "tolerance": 1e-10 },
    "outputs": { "s_parameters": true, "powers": null }
  })"))
            .dump(2));
  run_and_kill(both_for(std::chrono::milliseconds(400)));
  finish("results", {"--restart"});
  finish("whole", {});
  EXPECT_LT(largest_difference(scratch_ / "results/port-S.csv", scratch_ / "whole/port-S.csv"),
            1e-8);
}

} // namespace
#endif
