// Signals and restarts, as sent and made by a user or a batch system.
#include "cases.hpp"

#include <curlew/tests/support/features.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <regex>
#include <thread>

using namespace curlew::cli_test;
using curlew::testing::k_has_vtk;

namespace {

// A case with so many steps that no run of it ends before the signal.
const std::string k_endless = replaced(
    replaced(k_tiny_case, R"("steps": 40)", R"("steps": 1000000000)"), R"("directory": "results",)",
    std::string(R"("directory": "results", "energy": { "every": "7 steps" },)") +
        (k_has_vtk ? R"("fields": { "every": "40 steps", "quantities": ["E"] },)" : "") +
        R"("checkpoint": { "every": "50 steps" },)");

bool has_checkpoint(const fs::path &results) {
  return fs::exists(results / "checkpoint") && !names_in(results / "checkpoint").empty();
}

// Runs the endless case until it has written a checkpoint, then stops it; returns the step.
long interrupt(const Scratch &scratch, int signal) {
  Process process({{"run", "case.json", "--quiet"}, scratch.path(), {}, 0});
  while (!has_checkpoint(scratch / "results") && !process.ended())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  process.send(signal);
  const Outcome outcome = process.wait();
  const std::string wrong = mismatch(outcome, {130, {"stopped at step ", "--restart"}});
  EXPECT_TRUE(wrong.empty()) << wrong;
  EXPECT_TRUE(has_checkpoint(scratch / "results"));
  EXPECT_FALSE(fs::exists(scratch / "results/summary.json"));
  std::smatch match;
  if (!std::regex_search(outcome.err, match, std::regex("stopped at step ([0-9]+)")))
    return 0;
  return std::stol(match[1]);
}

// The compressed arrays of a .vtu, without the header: VTK notes ranges there from the second file
// of a process on.
std::string arrays_of(const fs::path &file) {
  const std::string content = read_file(file);
  const std::size_t at = content.find("<AppendedData");
  EXPECT_NE(at, std::string::npos);
  return at == std::string::npos ? "" : content.substr(at);
}

class Signals : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(, Signals, testing::Values(SIGINT, SIGTERM),
                         [](const auto &info) { return info.param == SIGINT ? "INT" : "TERM"; });

TEST_P(Signals, RestartGivesTheBytesOfAnUnbrokenRun) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_endless);
  const long stopped = interrupt(scratch, GetParam());
  ASSERT_GE(stopped, 50);
  const std::string steps = "time.steps=" + std::to_string(stopped + 30);
  std::string wrong = mismatch(
      scratch.curlew({"run", "case.json", "--restart", "--quiet", "--set", steps}), {0, {}});
  ASSERT_TRUE(wrong.empty()) << wrong;
  wrong = mismatch(
      scratch.curlew({"run", "case.json", "--quiet", "--set", steps, "--output", "unbroken"}),
      {0, {}});
  ASSERT_TRUE(wrong.empty()) << wrong;
  const auto expect_same_bytes = [&](const char *name) {
    EXPECT_TRUE(read_file(scratch.path() / "results" / name) ==
                read_file(scratch.path() / "unbroken" / name))
        << name << " differs after a restart at step " << stopped;
  };
  expect_same_bytes("probe_p.csv");
  expect_same_bytes("energy.csv");
  if (!k_has_vtk)
    return;
  expect_same_bytes("fields.pvd");
  const auto snapshots = names_in(scratch / "results/fields");
  EXPECT_EQ(snapshots, names_in(scratch / "unbroken/fields"));
  EXPECT_TRUE(arrays_of(scratch.path() / "results/fields" / snapshots.back()) ==
              arrays_of(scratch.path() / "unbroken/fields" / snapshots.back()));
}

// A job script has --restart from its first job on.
TEST(Restart, StartsFromTheBeginningWhereThereIsNothingToContinue) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  ASSERT_EQ(scratch.curlew({"run", "case.json", "--quiet", "--output", "plain"}).exit_code, 0);
  const std::string probe = read_file(scratch / "plain/probe_p.csv");
  const std::vector<std::string> restart = {"run", "case.json", "--restart"};
  std::string wrong = mismatch(scratch.curlew(restart), {0, {"from the beginning"}});
  EXPECT_TRUE(wrong.empty()) << "no folder: " << wrong;
  EXPECT_EQ(read_file(scratch / "results/probe_p.csv"), probe);
  // A run that was killed before its first checkpoint leaves no summary.
  fs::remove(scratch / "results/summary.json");
  write_file(scratch / "results/probe_p.csv", "cut");
  wrong = mismatch(scratch.curlew(restart), {0, {"from the beginning"}});
  EXPECT_TRUE(wrong.empty()) << "killed: " << wrong;
  EXPECT_EQ(read_file(scratch / "results/probe_p.csv"), probe);
  // The twins: a run that ended, and files of others.
  wrong = mismatch(scratch.curlew(restart), {2, {"checkpoint"}});
  EXPECT_TRUE(wrong.empty()) << "ended: " << wrong;
  EXPECT_EQ(read_file(scratch / "results/probe_p.csv"), probe);
  fs::create_directories(scratch / "notes");
  write_file(scratch / "notes/thesis.tex", "precious");
  wrong = mismatch(scratch.curlew({"run", "case.json", "--restart", "--output", "notes"}), {2, {}});
  EXPECT_TRUE(wrong.empty()) << "of others: " << wrong;
  EXPECT_EQ(names_in(scratch / "notes"), std::vector<std::string>{"thesis.tex"});
}

class OtherCase : public testing::Test {
protected:
  void SetUp() override {
    write_file(scratch_ / "case.json",
               replaced(k_tiny_case, R"("directory": "results",)",
                        R"("directory": "results", "checkpoint": { "every": "20 steps" },)"));
    ASSERT_EQ(scratch_.curlew({"run", "case.json", "--quiet"}).exit_code, 0);
  }
  Outcome restart(std::vector<std::string> options) const {
    std::vector<std::string> arguments{"run", "case.json", "--restart", "--quiet"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return scratch_.curlew(arguments);
  }
  Scratch scratch_;
};

TEST_F(OtherCase, IsRefused) {
  const std::string before = read_file(scratch_ / "results/case.resolved.json");
  const std::string probe = read_file(scratch_ / "results/probe_p.csv");
  for (const std::string change : {"mesh.box.cells=[3,2,2]", "mesh.box.seed=2",
                                   "materials.air.eps_r=2", "boundaries.default.type=pmc",
                                   "excitations.0.amplitude=2", "discretization.variant=spmv"}) {
    const std::string wrong = mismatch(restart({"--set", change}), {2, {"checkpoint"}});
    EXPECT_TRUE(wrong.empty()) << change << ": " << wrong;
  }
  EXPECT_EQ(read_file(scratch_ / "results/case.resolved.json"), before) << "changed by a refusal";
  EXPECT_EQ(read_file(scratch_ / "results/probe_p.csv"), probe);
  // Twin: what does not shape the fields may change.
  const std::string wrong = mismatch(
      restart({"--set", "time.steps=60", "--set", "title=longer", "--threads", "1"}), {0, {}});
  EXPECT_TRUE(wrong.empty()) << wrong;
}

TEST_F(OtherCase, BrokenCheckpointsAreRefused) {
  const auto slots = names_in(scratch_ / "results/checkpoint");
  ASSERT_FALSE(slots.empty());
  for (const std::string &slot : slots) {
    std::string bytes = read_file(scratch_ / "results/checkpoint" / slot);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write_file(scratch_ / "results/checkpoint" / slot, bytes);
  }
  const std::string wrong = mismatch(restart({}), {2, {"checkpoint", slots[0]}});
  EXPECT_TRUE(wrong.empty()) << wrong;
}

} // namespace
